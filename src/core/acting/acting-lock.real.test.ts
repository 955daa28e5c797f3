import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProgram } from '../files/testing/program.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { tryToAct, whoActs } from './acting-lock.ts';

const ACT = new URL('./testing/act.ts', import.meta.url);
const SELF = { program: 'app', pid: process.pid } as const;

test('another process acts after the first one was killed, and not before', async () => {
  const folder = await temporaryFolder();
  expect(await whoActs(folder, 0)).toBe('nobody');
  const first = startProgram(ACT, [folder]);
  const [kind, pid] = (await first.nextLine()).split(' ');
  expect(kind).toBe('acts');
  const actor = { program: 'watch', pid: Number(pid) };
  expect(await tryToAct(folder, SELF)).toBeNull();
  expect(await whoActs(folder, 0)).toEqual({ actor, isSilent: false });
  const second = startProgram(ACT, [folder]);
  expect(await second.nextLine()).toMatch(/^other /);

  await first.kill();
  expect(await whoActs(folder, 0)).toBe('nobody');
  const release = await tryToAct(folder, SELF);
  expect(release).not.toBeNull();
  const third = startProgram(ACT, [folder]);
  expect(await third.nextLine()).toMatch(/^other /);
  expect(await whoActs(folder, 0)).toEqual({ actor: SELF, isSilent: false });
  release?.();
  expect(await whoActs(folder, 0)).toBe('nobody');
});

test('one of the callers within a process acts', async () => {
  const folder = await temporaryFolder();
  const found = await Promise.all([1, 2, 3].map(() => tryToAct(folder, SELF)));
  expect(found.filter((release) => release !== null)).toHaveLength(1);
});

test('acts until the release, even if nothing refers to it', async () => {
  const folder = await temporaryFolder();
  await tryToAct(folder, SELF);
  await turn();
  collectGarbage();
  expect(await whoActs(folder, 0)).toEqual({ actor: SELF, isSilent: false });
});

test.each([
  ['another program', '{"program":"x","pid":1}'],
  ['no process', '{"program":"app","pid":-1}'],
  ['too much', 'x'.repeat(5_000)],
])('names no process by a file that names %s', async (_, text) => {
  const folder = await temporaryFolder();
  await tryToAct(folder, SELF);
  expect(JSON.parse(await readFile(join(folder, 'acting.json'), 'utf8'))).toEqual(SELF);
  await writeFile(join(folder, 'acting.json'), text);
  expect(await whoActs(folder, 0)).toEqual({ actor: null, isSilent: false });
});
