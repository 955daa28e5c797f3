import { spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { KeychainError } from '../../src/core/vault/index.ts';
import { ACCOUNT, passUntilDue, sharedKeyring } from './fixture.ts';
import { PATIENT } from './patient.ts';
import { until } from './until.ts';

const { session, open } = sharedKeyring();
const EXPECTED = { expected: true };
const timeout = { kind: 'notAnswering' };

test('a frozen keyring costs one deadline, while files, DNS and crypto keep working', async () => {
  const clock = createVirtualClock();
  const { vault, helperPids } = open({ clock });
  await vault.write(ACCOUNT, new Secret('one'));
  session().freeze();

  let settled = 0;
  const calls = [0, 1, 2, 3, 4, 5].map(async (n) => {
    const reading = await vault.read(`account-${n}`, EXPECTED);
    settled += 1;
    return reading;
  });
  await Promise.all([
    readFile(import.meta.filename),
    lookup('localhost'),
    promisify(pbkdf2)('x', 'y', 1_000, 32, 'sha256'),
  ]);
  expect(settled).toBe(0);
  await passUntilDue(clock, PATIENT.callMs);
  for (const reading of await Promise.all(calls)) expect(reading).toMatchObject(timeout);
  expect(clock.monotonic()).toBe(PATIENT.callMs);
  const writing = vault.write(ACCOUNT, new Secret('two'));
  await passUntilDue(clock, PATIENT.callMs);
  expect(await writing).toBeInstanceOf(KeychainError);

  session().thaw();
  expect(helperPids).toHaveLength(2);
});

test('a frozen keyring is not mistaken for an open prompt, and is used again afterwards', async () => {
  // Real time: the check for a prompt runs a program that times out.
  const { vault, waiting } = open({
    deadlines: { ...PATIENT, callMs: 1_000, lookAfterMs: 100, lookMs: 300 },
  });
  session().freeze();
  expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject(timeout);
  expect(waiting).toEqual([]);
  expect(await vault.status()).toBe('notAnswering');

  session().thaw();
  const fresh = open().vault;
  expect(await fresh.read(ACCOUNT, EXPECTED)).toBeInstanceOf(Secret);
  expect(await fresh.write(ACCOUNT, new Secret('three'))).toBeNull();
});

test('a helper or a keyring killed during a call fails that call only', async () => {
  const { vault, helperPids } = open();
  session().freeze();
  const lost = vault.read(ACCOUNT, EXPECTED);
  await until('a helper', () => helperPids.length > 0);
  process.kill(helperPids[0] ?? Number.NaN, 'SIGKILL');
  expect(await lost).toMatchObject({ kind: 'crashed' });
  session().thaw();
  expect(await vault.read(ACCOUNT, EXPECTED)).toBeInstanceOf(Secret);
  expect(helperPids).toHaveLength(2);

  session().freeze();
  const reading = vault.read(ACCOUNT, EXPECTED);
  await session().kill();
  expect(await reading).toBeInstanceOf(KeychainError);
  await session().restart();
  expect(await vault.read(ACCOUNT, EXPECTED)).toBeInstanceOf(Secret);
});

function startReader() {
  const program = join(import.meta.dirname, 'hanging-reader.ts');
  const child = spawn(process.execPath, [program, ACCOUNT], {
    env: session().env,
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

test('disposing the keychain ends the helper and lets the program exit', async () => {
  const { helperPid, exitCode } = startReader();
  const pid = await helperPid;
  expect(await exitCode).toBe(0);
  await until('the exit of the helper', async () => !(await runs(pid)));
});

test('the helper exits when its parent is killed, even during a call', async () => {
  session().freeze();
  const { child, helperPid } = startReader();
  const pid = await helperPid;
  expect(await runs(pid)).toBe(true);
  child.kill('SIGKILL');
  await until('the exit of the helper', async () => !(await runs(pid)));
});
