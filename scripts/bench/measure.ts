import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aligned } from '../aligned.ts';

/** `ms`: elapsed. */
const UNITS = ['ms', 'ms CPU', 'ms CPU of scripts', 'µs CPU a VM', 'MB', 'MB of heap'] as const;

export type Figures = Readonly<Partial<Record<(typeof UNITS)[number], number>>>;

export interface Target {
  readonly name: string;
  /** The targets after it show their ratio to it. */
  readonly isFloor?: boolean;
  /** Waits ten minutes, and runs once. */
  readonly isLong?: boolean;
  readonly run: () => Promise<Figures>;
}

/** Opens a part for the state of this file's project. @param opened ends what its targets need */
export type Open = (opened: AsyncDisposableStack) => Promise<readonly Target[]>;

export async function openFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Of each target, by round; none of a target that failed. */
export type Measured = ReadonlyMap<Target, readonly Figures[]>;

/**
 * Runs the targets of one state or of several in turn, so that other load affects all alike, after a round that warms up.
 * @param onFailure called instead of further runs
 */
export async function measureInTurn(
  states: readonly (readonly Target[])[],
  rounds: number,
  onFailure: (target: Target, error: unknown) => void,
): Promise<Measured> {
  const measured = new Map<Target, readonly Figures[]>();
  const failed = new Set<Target>();
  async function run(target: Target, isKept: boolean): Promise<void> {
    if (failed.has(target)) return;
    try {
      const figures = await target.run();
      if (isKept) measured.set(target, [...(measured.get(target) ?? []), figures]);
    } catch (error) {
      failed.add(target);
      measured.delete(target);
      onFailure(target, error);
    }
  }
  for (let round = 0; round <= rounds; round += 1)
    for (const place of states[0]?.keys() ?? [])
      for (const target of states.flatMap((targets) => targets[place] ?? []))
        if (!target.isLong) await run(target, round > 0);
        else if (round === 0) await run(target, true);
  return measured;
}

export const unitsOf = (measured: Measured, targets: readonly Target[]) => {
  const all = targets.flatMap((target) => measured.get(target) ?? []);
  return UNITS.filter((unit) => all.some((figures) => figures[unit] !== undefined));
};

/** By round. */
export const valuesOf = (
  measured: Measured,
  target: Target | undefined,
  unit: (typeof UNITS)[number],
): readonly number[] =>
  (target && measured.get(target))?.flatMap((figures) => figures[unit] ?? []) ?? [];

export const digits = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** A Markdown table of the medians, a row for each target and a column for each unit, aligned to be read as text too. */
export function table(targets: readonly Target[], measured: Measured): string {
  const units = unitsOf(measured, targets);
  const rows = targets.map((target, place) => {
    const floor = targets.slice(0, place + 1).findLast(({ isFloor }) => isFloor);
    const cells = units.map((unit) => {
      const [median, least] = [target, floor].map((one) => medianOf(valuesOf(measured, one, unit)));
      if (median === undefined || Number.isNaN(median)) return '';
      const ratio = median / (least ?? Number.NaN);
      return Number.isNaN(ratio) ? digits(median) : `${digits(median)} (${ratio.toFixed(2)} ×)`;
    });
    return [target.name, ...cells];
  });
  const [head = [], ...body] = aligned([['', ...units], ...rows], 1);
  const rule = head.map(
    ({ length }, column) => `${'-'.repeat(length - 1)}${column < 1 ? '-' : ':'}`,
  );
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
