import type { Failure, Tally } from './tally.ts';

const SLOWEST = 10;

const indented = (text: string) => text.trimEnd().replaceAll('\n', '\n    ');

/** The end of a run: the slowest files, why tests failed, and last their names, since their own output is far above. */
export function report(
  tallies: readonly Tally[],
  more: readonly Failure[],
): { readonly lines: readonly string[]; readonly isGreen: boolean } {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failures = [...tallies.flatMap((tally) => tally.failures), ...more];
  const files = tallies.flatMap((tally) => tally.files).toSorted((a, b) => b.ms - a.ms);
  const reasons = failures.filter(({ reason }) => reason !== '');
  return {
    lines: [
      '\nThe slowest files:',
      ...files
        .slice(0, SLOWEST)
        .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
      ...reasons.map(({ name, reason }) => `\n${name}\n    ${indented(reason)}`),
      '',
      ...failures.map(({ name }) => `Failed: ${name}`),
      `${passed} passed, ${failures.length} failed`,
    ],
    isGreen: failures.length === 0 && passed > 0,
  };
}
