import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { aligned } from '../aligned.ts';
import { digits, type Figure, figureSchema, summarize } from './measure.ts';
import { PARTS } from './parts.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** ms for a part, on a slow machine. */
const PART_MS = 600_000;
const ROUNDS = 3;

async function runIn(cwd: string, command: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd, timeout: PART_MS })).stdout;
}

/** By name and unit. */
type Medians = ReadonlyMap<string, number>;

const keyOf = ({ name, unit }: Figure) => `${name}, ${unit}`;

async function mediansOf(cwd: string, part: string, isLong: boolean): Promise<Medians> {
  const args = ['scripts/bench.ts', '--part', part, ...(isLong ? ['--long'] : [])];
  const printed = JSON.parse(await runIn(cwd, process.execPath, args));
  const figures = z.array(figureSchema).parse(printed);
  return new Map(figures.map((figure) => [keyOf(figure), figure.median]));
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

/** A row for each figure that both states have in all rounds: both medians, and the ratios of the rounds. */
function rows(rounds: readonly (readonly [there: Medians, here: Medians])[]): readonly string[][] {
  return [...(rounds[0]?.[1].keys() ?? [])].flatMap((key) => {
    const before = rounds.map(([there]) => there.get(key) ?? Number.NaN);
    const after = rounds.map(([, here]) => here.get(key) ?? Number.NaN);
    const ratios = after.map((value, round) => value / (before[round] ?? 0));
    if (!ratios.every(Number.isFinite)) return [];
    const ofAll = (values: readonly number[]) => summarize(key, 'ms', values);
    const { median, low, high } = ofAll(ratios);
    const spread = `${low.toFixed(2)}–${high.toFixed(2)}`;
    const medians = [before, after].map((values) => digits(ofAll(values).median));
    return [[key, ...medians, `${median.toFixed(2)} ×`, spread]];
  });
}

/**
 * Compares the working tree with a revision: each part there and here in turn, so that load that rises or falls meanwhile affects
 * both alike. @param print receives a table for each part, or why the revision cannot run it
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
      const rounds: (readonly [Medians, Medians])[] = [];
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const before = await mediansOf(there, part, isLong);
          rounds.push([before, await mediansOf(PROJECT, part, isLong)]);
        }
      } catch (error) {
        const reason = /^\w*Error: .*$/m.exec(error instanceof Error ? error.message : '')?.[0];
        print(`${part}: not compared, since one state cannot run it. ${reason ?? ''}\n\n`);
        continue;
      }
      const titles = [part, revision, 'working tree', 'ratio', 'of each round'];
      const lines = aligned([titles, ...rows(rounds)], 1).map((cells) => cells.join('  '));
      print(`${lines.join('\n')}\n\n`);
    }
  } finally {
    await runIn(PROJECT, 'git', ['worktree', 'remove', '--force', there]).catch(() => '');
    await rm(folder, { recursive: true, force: true });
  }
}
