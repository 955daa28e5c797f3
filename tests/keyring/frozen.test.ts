import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { KeychainError } from '../../src/core/vault/index.ts';
import { ACCOUNT, PATIENT, passUntilDue, test } from './fixture.ts';

const timeout = { state: 'unavailable', problem: { kind: 'timeout' } };

test('a frozen keyring costs one deadline, while files, DNS and crypto keep working', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const clock = createVirtualClock();
  const { vault, helperPids } = keyring.open(session.env, { clock });
  await vault.write(ACCOUNT, new Secret('one'));
  session.freeze();

  let settled = 0;
  const calls = [0, 1, 2, 3, 4, 5].map(async (n) => {
    const reading = await vault.read(`account-${n}`, { expected: true });
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

  session.thaw();
  const fresh = keyring.open(session.env);
  expect(await fresh.vault.read(ACCOUNT, { expected: true })).toMatchObject({ state: 'present' });
  expect(await vault.write(ACCOUNT, new Secret('three'))).toBeNull();
  expect(helperPids.length).toBeGreaterThan(1);
});

test('a frozen keyring is not mistaken for an open prompt', async ({ keyring }) => {
  const session = await keyring.start();
  await keyring.open(session.env).vault.write(ACCOUNT, new Secret('one'));
  // Real time: the check for a prompt runs a program that times out.
  const { vault, waiting } = keyring.open(session.env, {
    deadlines: { ...PATIENT, callMs: 1_000, lookAfterMs: 100, lookMs: 300 },
  });
  session.freeze();
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject(timeout);
  expect(waiting).toEqual([]);
  expect(await vault.status()).toBe('notAnswering');
});

test('a keyring killed during a call fails that call only', async ({ keyring }) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  session.freeze();
  const reading = vault.read(ACCOUNT, { expected: true });
  await session.kill();
  expect(await reading).toMatchObject({ state: 'unavailable' });
  await session.restart();
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ state: 'present' });
});

test('a helper killed during a call is replaced', async ({ keyring }) => {
  const session = await keyring.start();
  const { vault, helperPids } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  session.freeze();
  const reading = vault.read(ACCOUNT, { expected: true });
  const [pid] = helperPids;
  if (pid === undefined) throw new Error('no helper was started');
  process.kill(pid, 'SIGKILL');
  expect(await reading).toMatchObject({ state: 'unavailable', problem: { kind: 'crashed' } });
  session.thaw();
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ state: 'present' });
  expect(helperPids).toHaveLength(2);
});
