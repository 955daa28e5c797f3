import { execFile } from 'node:child_process';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aligned } from '../aligned.ts';
import {
  digits,
  type Measured,
  medianOf,
  openFolder,
  type Target,
  unitsOf,
  valuesOf,
} from './measure.ts';

const PROJECT = join(import.meta.dirname, '../..');

const runIn = async (cwd: string, command: string, ...args: readonly string[]) =>
  void (await promisify(execFile)(command, args, { cwd }));

/** A checkout of a revision with this project's packages and benchmarks, so that both states are measured alike. */
export async function checkOut(revision: string, opened: AsyncDisposableStack): Promise<string> {
  const folder = join(await openFolder(opened), 'there');
  await runIn(PROJECT, 'git', 'worktree', 'add', '--detach', folder, revision);
  opened.defer(() => runIn(PROJECT, 'git', 'worktree', 'remove', '--force', folder));
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await rm(join(folder, 'scripts/bench'), { recursive: true, force: true });
  for (const path of ['scripts/bench', 'scripts/aligned.ts'])
    await cp(join(PROJECT, path), join(folder, path), { recursive: true });
  await runIn(folder, process.execPath, 'tests/app-build/main.ts');
  return folder;
}

/** A row for each figure that both states have: both medians, and the median and the range of the ratios of the rounds. */
export function comparison(
  title: string,
  revision: string,
  [there = [], here = []]: readonly (readonly Target[])[],
  measured: Measured,
): string {
  const rows = here.flatMap((target, place) =>
    unitsOf(measured, [target]).flatMap((unit) => {
      const [before, after] = [there[place], target].map((one) => valuesOf(measured, one, unit));
      if (before === undefined || after === undefined || before.length < after.length) return [];
      const ratios = after.map((value, round) => value / (before[round] ?? Number.NaN));
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
      return [
        [
          `${target.name}, ${unit}`,
          ...[before, after].map((values) => digits(medianOf(values))),
          `${medianOf(ratios).toFixed(2)} ×`,
          `${least.toFixed(2)}–${most.toFixed(2)}`,
        ],
      ];
    }),
  );
  const titles = [title, revision, 'working tree', 'ratio', 'of each round'];
  return aligned([titles, ...rows], 1)
    .map((cells) => cells.join('  '))
    .join('\n');
}
