import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { openHistory } from '../history/history.ts';
import { spendBetween, TOTAL } from '../history/spans.ts';

const POLL_MS = 30_000;
/** The rate is above the limit for this long, then below it. */
const PHASE_MS = 4 * POLL_MS;
/** The first of four polls above the limit. */
const START = Math.ceil(Date.UTC(2026, 10, 20) / (2 * PHASE_MS)) * 2 * PHASE_MS;
const KILLS = 6;

interface Run {
  /** Times of the recorded polls, and of the events with a notification. */
  readonly recorded: readonly number[];
  readonly notified: readonly { readonly at: number; readonly title: string }[];
}

/** Runs the parts that keep alerts and history, and kills them after so many of their lines and ms. */
async function runAndKill(folder: string, start: number, lines: number, ms: number): Promise<Run> {
  const program = join(import.meta.dirname, 'testing', 'dying-application.ts');
  const child = spawn(process.execPath, [program, folder, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const recorded: number[] = [];
  const notified: { at: number; title: string }[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => {
    const [kind, at, ...title] = line.split(' ');
    if (kind === 'recorded') recorded.push(Number(at));
    else notified.push({ at: Number(at), title: title.join(' ') });
    if (recorded.length + notified.length === lines) setTimeout(() => child.kill('SIGKILL'), ms);
  });
  await Promise.all([once(child, 'exit'), once(output, 'close')]);
  return { recorded, notified };
}

const moments = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 4 }));

test(`killed at ${KILLS} moments, it loses no recorded poll and no alert, and repeats only what it did not store as shown`, async () => {
  const folder = await temporaryFolder();
  const kills = fc.sample(moments, { numRuns: KILLS, seed: 9 });
  const runs: Run[] = [];
  let next = START;
  for (const [lines, ms] of kills) {
    const run = await runAndKill(folder, next, lines, ms);
    runs.push(run);
    next = (run.recorded.at(-1) ?? next) + POLL_MS;
  }

  // A phase opens or closes one alert, whatever was killed within; a kill between showing and storing repeats it.
  const all = runs.flatMap((run) => run.notified);
  const notified = [...new Map(all.map((each) => [each.at, each])).values()];
  expect(all.length - notified.length).toBeLessThanOrEqual(KILLS);
  const phases = notified.map(({ at }) => Math.floor(at / PHASE_MS));
  expect(new Set(phases).size).toBe(phases.length);
  for (const { at, title } of notified)
    expect(title).toBe(
      Math.floor(at / PHASE_MS) % 2 === 0
        ? 'Hourly rate above your limit'
        : 'Hourly rate back below your limit',
    );
  // Each kill may cost one event that was not shown yet.
  const count = Math.floor((next - START) / PHASE_MS);
  expect(notified.length).toBeGreaterThanOrEqual(count - KILLS);

  const history = openHistory(join(folder, 'history.db'));
  for (const { recorded } of runs) {
    const [first = 0, last = 0] = [recorded[0], recorded.at(-1)];
    // Unchanged rates are on disk once a minute.
    const to = last - 2 * POLL_MS;
    const { amount, gapMs } = spendBetween(history.spans('a', TOTAL, first, to), first, to);
    const rates = recorded.filter((at) => at < to);
    const expected = rates.reduce(
      (sum, at) => sum + (Math.floor(at / PHASE_MS) % 2 === 0 ? 4 : 1) / 120,
      0,
    );
    if (to <= first) continue;
    expect(gapMs).toBe(0);
    expect(amount).toBeCloseTo(expected, 9);
  }
  history.close();
});
