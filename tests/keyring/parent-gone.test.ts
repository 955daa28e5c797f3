import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ACCOUNT, test } from './fixture.ts';
import { until } from './until.ts';

function startReader(env: Readonly<Record<string, string>>) {
  const program = join(import.meta.dirname, 'hanging-reader.ts');
  const child = spawn(process.execPath, [program, ACCOUNT], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Listened for from the start: it may end before anybody asks how.
  const exitCode = once(child, 'exit').then(() => child.exitCode);
  const helperPid = new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(String(line).split('\n')[0])));
    child.once('close', () => reject(new Error('The reader ended without a word')));
  });
  return { child, helperPid, exitCode };
}

/** Running, and not a zombie that nobody reaps. */
async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

test('the helper goes when its parent is killed, even in the middle of a call', async ({
  keyring,
}) => {
  const session = await keyring.start();
  session.freeze();
  const { child, helperPid } = startReader(session.env);
  const pid = await helperPid;
  expect(await runs(pid)).toBe(true);
  child.kill('SIGKILL');
  await until('the end of the helper', async () => !(await runs(pid)));
});

test('a program that disposes its keychain ends at once, and its helper with it', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { helperPid, exitCode } = startReader(session.env);
  const pid = await helperPid;
  expect(await exitCode).toBe(0);
  await until('the end of the helper', async () => !(await runs(pid)));
});
