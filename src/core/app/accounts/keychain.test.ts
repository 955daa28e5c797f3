import { expect, test } from 'vitest';
import type { KeychainState } from '../../../shared/accounts/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { CollectionState } from '../../vault/collection-state.ts';
import { createVault } from '../../vault/index.ts';
import { createMemorySecretStore } from '../../vault/testing/memory-secret-store.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { type KeychainPorts, startKeychain } from './keychain.ts';

type Status = Exclude<KeychainState, 'waiting'>;

/** A keychain with checks that end when the test answers them, numbered from 0. Check 0 is the start's. */
function setup(first: KeychainState) {
  const initial: AppState = { ...initialState(environment, 0), keychain: first };
  const store = createStateStore(initial);
  const checks: ((status: Status) => void)[] = [];
  let collection: CollectionState = 'available';
  const collectionState = async () => collection;
  const vault = createVault({ store: createMemorySecretStore(), collectionState, log: silentLog });
  const clock = createVirtualClock();
  const refreshed: string[] = [];
  let waiting: (isWaiting: boolean) => void = () => {};
  let returns = 0;
  const open: KeychainPorts['open'] = (onWaiting) => {
    waiting = onWaiting;
    const status = () => new Promise<Status>((resolve) => checks.push(resolve));
    return { vault: { ...vault, status }, dispose: () => {} };
  };
  const keychain = startKeychain({
    store,
    open,
    clock,
    refresh: (id) => void refreshed.push(id),
  });
  keychain.onAvailable(() => {
    returns += 1;
  });
  const answer = async (check: number, status: Status) => {
    checks[check]?.(status);
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    ...{ keychain, answer, clock, refreshed, store },
    setCollection: (state: CollectionState) => {
      collection = state;
    },
    waiting: (isWaiting: boolean) => waiting(isWaiting),
    checks: () => checks.length,
    state: () => store.get().keychain,
    returns: () => returns,
  };
}

test('a check that ends late does not replace a later one', async () => {
  const { keychain, answer, state } = setup('available');
  keychain.check();
  await answer(1, 'available');
  await answer(0, 'locked');
  expect(state()).toBe('available');
});

test('recheck checks only a keychain that is not available, and its return is announced', async () => {
  const { keychain, checks, answer, state, returns } = setup('locked');
  await answer(0, 'locked');
  keychain.recheck();
  await answer(1, 'available');
  expect([state(), returns()]).toEqual(['available', 1]);
  keychain.recheck();
  expect(checks()).toBe(2);
});

test('an unlock prompt is shown until it ends', async () => {
  const { waiting, answer, state } = setup('available');
  waiting(true);
  await answer(0, 'available');
  expect(state()).toBe('waiting');
  waiting(false);
  await answer(1, 'locked');
  expect(state()).toBe('locked');
});

test('a poll with a keychain problem checks it', () => {
  const { keychain, checks } = setup('available');
  const poll = (before: AccountState, after: AccountState) =>
    keychain.polled?.({
      ...{ accountId: 'a', before, after, events: [] },
      ...{ hasFailed: false, asOf: null, isAfterWake: false },
    });
  const locked = { value: null, problem: { kind: 'keychainLocked' } } as const;
  const blocked: AccountState = { vms: locked, spend: locked };
  poll(UNKNOWN_STATE, UNKNOWN_STATE);
  expect(checks()).toBe(1);
  poll(UNKNOWN_STATE, blocked);
  poll(blocked, UNKNOWN_STATE);
  expect(checks()).toBe(3);
});

test('notices within a minute that another program unlocked the keyring, and polls its account', async () => {
  const { keychain, store, clock, refreshed, setCollection, checks, answer, state } =
    setup('locked');
  await answer(0, 'locked');
  const locked: AccountState = {
    ...UNKNOWN_STATE,
    vms: { value: null, problem: { kind: 'keychainLocked' } },
  };
  store.set({
    accounts: [makeAccount({ id: 'a' })],
    snapshots: { a: { ...locked, asOf: null, freshness: 'outOfDate' } },
  });
  setCollection('locked');
  const report = { accountId: 'a', before: locked, after: locked, events: [] };
  keychain.polled?.({ ...report, hasFailed: true, asOf: null, isAfterWake: false });
  await clock.advance(60_000);
  expect(refreshed).toEqual([]);
  setCollection('available');
  await clock.advance(60_000);
  expect(refreshed).toEqual(['a']);
  await answer(checks() - 1, 'available');
  expect(state()).toBe('available');
  await clock.advance(60_000);
  expect(refreshed).toEqual(['a']);
});
