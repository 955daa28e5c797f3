import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { aligned } from '../aligned.ts';
import { digits, type Figure, figureSchema } from './measure.ts';
import { PARTS } from './parts.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** Bytes of a part's figures. */
const MAX_OUTPUT = 1024 ** 2;

const runIn = async (cwd: string, command: string, args: readonly string[]) =>
  (await promisify(execFile)(command, args, { cwd, maxBuffer: MAX_OUTPUT })).stdout;

async function figuresOf(cwd: string, part: string, isLong: boolean): Promise<readonly Figure[]> {
  const args = ['scripts/bench.ts', '--part', part, ...(isLong ? ['--long'] : [])];
  return z.array(figureSchema).parse(JSON.parse(await runIn(cwd, process.execPath, args)));
}

/** A checkout of a revision with this project's packages and benchmarks, so that both states are measured alike. */
async function checkOut(revision: string, folder: string): Promise<void> {
  await runIn(PROJECT, 'git', ['worktree', 'add', '--detach', folder, revision]);
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await rm(join(folder, 'scripts/bench'), { recursive: true, force: true });
  for (const path of ['scripts/bench', 'scripts/bench.ts'])
    await cp(join(PROJECT, path), join(folder, path), { recursive: true });
  await runIn(folder, process.execPath, ['tests/app-build/main.ts']);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A row for each figure that both states have: the means of their medians. */
function rows(there: readonly Figure[], here: readonly Figure[]): readonly string[][] {
  const keys = new Set(here.map(({ name, unit }) => JSON.stringify([name, unit])));
  return [...keys].flatMap((key) => {
    const medians = (figures: readonly Figure[]) =>
      figures
        .filter(({ name, unit }) => JSON.stringify([name, unit]) === key)
        .map(({ median }) => median);
    const [before, after] = [medians(there), medians(here)].map(mean);
    const [name = '', unit = ''] = z.array(z.string()).parse(JSON.parse(key));
    if (before === undefined || after === undefined || Number.isNaN(before)) return [];
    const change = before === 0 ? '' : `${((after / before - 1) * 100).toFixed(1)} %`;
    return [[name, unit, digits(before), digits(after), change]];
  });
}

/**
 * Compares the working tree with a revision: each part there, here, here and there, so that load that rises or falls meanwhile
 * affects both alike. @param print receives a table for each part
 */
export async function benchAgainst(
  revision: string,
  isLong: boolean,
  print: (text: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const there = join(folder, 'there');
  try {
    await checkOut(revision, there);
    for (const part of PARTS.keys()) {
      const first = await figuresOf(there, part, isLong);
      const here = [
        ...(await figuresOf(PROJECT, part, isLong)),
        ...(await figuresOf(PROJECT, part, isLong)),
      ];
      const found = rows([...first, ...(await figuresOf(there, part, isLong))], here);
      const titles = [part, 'unit', revision, 'working tree', 'change'];
      print(
        `${aligned([titles, ...found], 2)
          .map((cells) => cells.join('  '))
          .join('\n')}\n\n`,
      );
    }
  } finally {
    await runIn(PROJECT, 'git', ['worktree', 'remove', '--force', there]).catch(() => '');
    await rm(folder, { recursive: true, force: true });
  }
}
