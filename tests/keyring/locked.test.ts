import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startKeychain } from '../../src/core/app/accounts/keychain.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { Secret } from '../../src/core/secret.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { UNKNOWN_STATE } from '../../src/shared/domain/account-state.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { ACCOUNT, passUntilDue, revealed, SERVICE, sharedKeyring } from './fixture.ts';
import { PATIENT } from './patient.ts';

const EXPECTED = { expected: true };
const QUIET = { expected: true, quiet: true };

describe('without a desktop, where a prompt fails at once', () => {
  const { session, open } = sharedKeyring();

  test('a locked keyring is locked, not empty, and loses nothing', async () => {
    const { vault, waiting } = open();
    await vault.write(ACCOUNT, new Secret('one'));
    await session().lock();

    expect(await vault.status()).toBe('locked');
    expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject({ kind: 'locked' });
    expect(await vault.read(ACCOUNT, QUIET)).toMatchObject({ kind: 'locked' });
    expect(await vault.remove(ACCOUNT)).toMatchObject({ kind: 'locked' });
    await session().restart('locked');
    expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject({ kind: 'locked' });

    await session().unlock();
    expect(revealed(await vault.read(ACCOUNT, EXPECTED))).toBe('one');
    expect(waiting).toEqual([]);
  });

  test('a credential written meanwhile is kept in memory, and stored when written again', async () => {
    const { vault } = open();
    await vault.write(ACCOUNT, new Secret('old'));
    await session().lock();
    const writing = await vault.write(ACCOUNT, new Secret('new'));
    expect(writing).toMatchObject({ kind: 'locked' });
    expect(revealed(await vault.read(ACCOUNT, EXPECTED))).toBe('new');

    await session().unlock();
    expect(await vault.writeAgain(ACCOUNT)).toBeNull();
    expect(revealed(await open().vault.read(ACCOUNT, EXPECTED))).toBe('new');
    expect(await session().items({ service: SERVICE })).toHaveLength(1);
    expect(await vault.remove(ACCOUNT)).toBeNull();
  });

  test('an item in a locked keyring is locked beside an unlocked default keyring', async () => {
    const { vault } = open();
    await vault.write(ACCOUNT, new Secret('one'));
    const keyrings = join(session().env['XDG_DATA_HOME'] ?? '', 'keyrings');
    await session().kill();
    await copyFile(join(keyrings, 'login.keyring'), join(keyrings, 'second.keyring'));
    await session().restart('unlocked');
    // The item is in both; deleting it from the unlocked keyring leaves the locked copy.
    await session()
      .run(['secret-tool', 'clear', 'service', SERVICE, 'account', ACCOUNT])
      .catch(() => {});
    expect(await session().items({ service: SERVICE, account: ACCOUNT })).toHaveLength(1);
    expect(await vault.status()).toBe('available');
    expect(await vault.read(ACCOUNT, EXPECTED)).toMatchObject({ kind: 'locked' });
    expect(await vault.remove(ACCOUNT)).toMatchObject({ kind: 'locked' });
  });
});

describe('with an unanswered prompt', () => {
  const { session, open } = sharedKeyring({ prompter: 'unanswered' });

  test('another program’s unlocking is noticed within two minutes, without a prompt of ours', async () => {
    const clock = createVirtualClock();
    const opened = open();
    await opened.vault.write(ACCOUNT, new Secret('one'));
    await session().lock();
    expect(await opened.vault.read(ACCOUNT, QUIET)).toMatchObject({ kind: 'locked' });
    const store = createStateStore(initialState(environment, 0));
    const refreshed: string[] = [];
    const keychain = startKeychain({
      ...{ store, clock, open: () => opened },
      refresh: (id) => void refreshed.push(id),
    });
    await expect.poll(() => store.get().keychain).toBe('locked');
    const vms = { value: null, problem: { kind: 'keychainLocked' } } as const;
    const locked = { ...UNKNOWN_STATE, vms };
    store.set({
      accounts: [makeAccount({ id: ACCOUNT })],
      snapshots: { [ACCOUNT]: { ...locked, asOf: null, freshness: 'outOfDate' } },
    });
    const report = { accountId: ACCOUNT, before: locked, after: locked, events: [] };
    const asked = vi.spyOn(opened.vault, 'collectionState');
    keychain.polled({ ...report, hasFailed: true, asOf: null, isAfterWake: false });
    await asked.mock.results[0]?.value;
    await clock.advance(60_000);
    await asked.mock.results.at(-1)?.value;
    expect(refreshed).toEqual([]);

    await session().unlock();
    await clock.advance(60_000);
    await expect.poll(() => store.get().keychain).toBe('available');
    await expect.poll(() => refreshed).toEqual([ACCOUNT]);
    expect(await session().promptsOpened()).toBe(0);
    expect(opened.waiting).toEqual([]);
  });

  test('the UI is notified, the call ends as locked, and unlocking recovers', async () => {
    const clock = createVirtualClock();
    const { vault, waiting, helperPids } = open({ clock });
    await vault.write(ACCOUNT, new Secret('one'));
    await session().lock();

    let isOver = false;
    const reading = vault.read(ACCOUNT, EXPECTED).finally(() => {
      isOver = true;
    });
    await passUntilDue(clock, PATIENT.lookAfterMs);
    await expect.poll(() => waiting).toEqual([true]);
    await expect.poll(session().promptsOpened).toBeGreaterThan(0);
    await clock.advance(PATIENT.promptMs - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await reading).toMatchObject({ kind: 'locked' });
    expect(waiting).toEqual([true, false]);

    await session().unlock();
    expect(await vault.read(ACCOUNT, EXPECTED)).toBeInstanceOf(Secret);
    expect(helperPids).toHaveLength(2);
  });
});
