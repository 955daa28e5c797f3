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
  // Registered at once: it may exit early.
  const exitCode = once(child, 'exit').then(() => child.exitCode);
  const helperPid = new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(String(line).split('\n')[0])));
    child.once('close', () => reject(new Error('The reader exited without output')));
  });
  return { child, helperPid, exitCode };
}

/** Running, and not a zombie. */
async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

test('the helper exits when its parent is killed, even during a call', async ({ keyring }) => {
  const session = await keyring.start();
  session.freeze();
  const { child, helperPid } = startReader(session.env);
  const pid = await helperPid;
  expect(await runs(pid)).toBe(true);
  child.kill('SIGKILL');
  await until('the exit of the helper', async () => !(await runs(pid)));
});

test('disposing the keychain ends the helper and lets the program exit', async ({ keyring }) => {
  const session = await keyring.start();
  const { helperPid, exitCode } = startReader(session.env);
  const pid = await helperPid;
  expect(await exitCode).toBe(0);
  await until('the exit of the helper', async () => !(await runs(pid)));
});
