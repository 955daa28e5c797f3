import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { createVirtualClock } from '../../src/core/virtual-clock.ts';
import { ACCOUNT, SERVICE, test } from './fixture.ts';
import { PATIENT, passUntilDue } from './opened-keychain.ts';

const EXPECTED = { expected: true };

describe('without a desktop, where a prompt fails at once', () => {
  test('a locked keyring is locked, not empty; nothing in it is lost', async ({ keyring }) => {
    const session = await keyring.start();
    const { vault, waiting } = keyring.open(session.env);
    await vault.write(ACCOUNT, new Secret('one'));
    await session.lock();

    expect(await vault.status()).toBe('locked');
    expect(await vault.read(ACCOUNT, EXPECTED)).toEqual({ state: 'locked' });
    expect(await vault.read(ACCOUNT, { expected: true, quiet: true })).toEqual({ state: 'locked' });
    expect(await vault.remove(ACCOUNT)).toMatchObject({
      removed: false,
      problem: { kind: 'locked' },
    });

    await session.unlock();
    const reading = await vault.read(ACCOUNT, EXPECTED);
    expect(reading.state === 'present' && reading.secret.reveal()).toBe('one');
    expect(await vault.remove(ACCOUNT)).toEqual({ removed: true });
    expect(waiting).toEqual([]);
  });

  test('a keyring that is locked from the start, as before a login', async ({ keyring }) => {
    const session = await keyring.start();
    const { vault } = keyring.open(session.env);
    await vault.write(ACCOUNT, new Secret('one'));
    await session.restart('locked');
    expect(await vault.read(ACCOUNT, EXPECTED)).toEqual({ state: 'locked' });
    await session.unlock();
    expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject({ state: 'present' });
  });

  test('what is written meanwhile is kept in memory, and stored when written again', async ({
    keyring,
  }) => {
    const session = await keyring.start();
    const { vault } = keyring.open(session.env);
    await vault.write(ACCOUNT, new Secret('old'));
    await session.lock();
    const writing = await vault.write(ACCOUNT, new Secret('new'));
    expect(writing).toMatchObject({ state: 'memoryOnly', problem: { kind: 'locked' } });
    const kept = await vault.read(ACCOUNT, EXPECTED);
    if (kept.state !== 'present') throw new Error(kept.state);
    expect(kept.secret.reveal()).toBe('new');

    await session.unlock();
    expect(await vault.write(ACCOUNT, kept.secret)).toEqual({ state: 'stored' });
    const stored = await keyring.open(session.env).vault.read(ACCOUNT, EXPECTED);
    expect(stored.state === 'present' && stored.secret.reveal()).toBe('new');
    expect(await session.items({ service: SERVICE })).toHaveLength(1);
  });
});

describe('with a prompt that nobody answers', () => {
  test('the UI is told, the call ends as locked, and after unlocking all is well', async ({
    keyring,
  }) => {
    const session = await keyring.start({ prompter: 'unanswered' });
    const clock = createVirtualClock();
    const { vault, waiting, helperPids } = keyring.open(session.env, { clock });
    await vault.write(ACCOUNT, new Secret('one'));
    await session.lock();

    let isOver = false;
    const reading = vault.read(ACCOUNT, EXPECTED).finally(() => {
      isOver = true;
    });
    await passUntilDue(clock, PATIENT.lookAfterMs);
    await expect.poll(() => waiting).toEqual([true]);
    await expect.poll(session.promptsOpened).toBeGreaterThan(0);
    await clock.advance(PATIENT.promptMs - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await reading).toEqual({ state: 'locked' });
    expect(waiting).toEqual([true, false]);

    await session.unlock();
    expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject({ state: 'present' });
    expect(helperPids).toHaveLength(2);
  });

  test('a quiet reading opens none', async ({ keyring }) => {
    const session = await keyring.start({ prompter: 'unanswered' });
    const { vault } = keyring.open(session.env);
    await vault.write(ACCOUNT, new Secret('one'));
    await session.lock();
    expect(await vault.read(ACCOUNT, { expected: true, quiet: true })).toEqual({ state: 'locked' });
    expect(await session.promptsOpened()).toBe(0);
  });

  test('a write ends in memory', async ({ keyring }) => {
    const session = await keyring.start({ prompter: 'unanswered' });
    const clock = createVirtualClock();
    const { vault, waiting } = keyring.open(session.env, { clock });
    await vault.write(ACCOUNT, new Secret('old'));
    await session.lock();
    const writing = vault.write(ACCOUNT, new Secret('new'));
    await passUntilDue(clock, PATIENT.lookAfterMs);
    await passUntilDue(clock, PATIENT.promptMs);
    expect(await writing).toMatchObject({ state: 'memoryOnly', problem: { kind: 'locked' } });
    expect(waiting).toEqual([true, false]);
  });
});

test('an item in another, locked keyring is locked, though the default keyring is open', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  const keyrings = join(session.env['XDG_DATA_HOME'] ?? '', 'keyrings');
  await session.kill();
  await copyFile(join(keyrings, 'login.keyring'), join(keyrings, 'second.keyring'));
  await session.restart('unlocked');
  // Now it is in both; without the copy in the open keyring only the locked one is left.
  await session
    .run(['secret-tool', 'clear', 'service', SERVICE, 'account', ACCOUNT])
    .catch(() => {});
  expect(await session.items({ service: SERVICE, account: ACCOUNT })).toHaveLength(1);
  expect(await vault.status()).toBe('available');
  expect(await vault.read(ACCOUNT, EXPECTED)).toEqual({ state: 'locked' });
  expect(await vault.remove(ACCOUNT)).toMatchObject({
    removed: false,
    problem: { kind: 'locked' },
  });
});
