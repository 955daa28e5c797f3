import type { KeychainState } from '../../../shared/accounts/index.ts';
import { type AccountState, accountProblem } from '../../../shared/domain/account-state.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { Keychain } from '../../vault/index.ts';
import type { PartWith } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';

export type KeychainPart = ReturnType<typeof startKeychain>;

export interface KeychainPorts {
  readonly store: Pick<StateStore, 'get' | 'set'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly refresh: (accountId: string) => void;
  /** `onWaiting(true)`: it may be showing an unlock prompt. */
  open(onWaiting: (isWaiting: boolean) => void): Keychain;
}

const CHECK_MS = 60_000;

function isBlocked(state: AccountState | undefined): boolean {
  const kind = state && accountProblem(state)?.kind;
  return kind === 'keychainLocked' || kind === 'keychainUnavailable';
}

/** Keeps the state's `keychain` up to date. No event reports that another program unlocked a keyring, so each minute it is asked. */
export function startKeychain({ store, clock, refresh, open }: KeychainPorts) {
  const timer = createTimer(clock);
  /** Accounts whose keyring was seen locked or missing. */
  const unreadable = new Set<string>();
  const listeners = new Set<() => void>();
  let latest = 0;
  const { vault } = open(waiting);

  function apply(keychain: KeychainState): void {
    const isBack = keychain === 'available' && store.get().keychain !== 'available';
    store.set({ keychain });
    if (isBack) for (const listener of listeners) listener();
  }

  async function check(): Promise<void> {
    latest += 1;
    const number = latest;
    const keychain = await vault.status();
    // Checks may end out of order: only the latest one counts.
    if (number === latest) apply(keychain);
  }

  function recheck(): void {
    if (store.get().keychain !== 'available') void check();
  }

  async function checkAccount(accountId: string): Promise<void> {
    const state = await vault.collectionState(accountId);
    if (state === 'locked' || state === 'missing') unreadable.add(accountId);
    else if (state === 'available' && unreadable.delete(accountId)) refresh(accountId);
  }

  function checkAll(): void {
    timer.set(CHECK_MS, checkAll);
    recheck();
    const { accounts, snapshots } = store.get();
    for (const { id } of accounts) if (isBlocked(snapshots[id])) void checkAccount(id);
  }

  function waiting(isWaiting: boolean): void {
    latest += 1;
    if (isWaiting) apply('waiting');
    else void check();
  }

  void check();
  timer.set(CHECK_MS, checkAll);
  return {
    vault,
    check,
    recheck,
    onAvailable: (listener: () => void) => void listeners.add(listener),
    stop: timer.clear,
    polled({ accountId, before, after, hasFailed }: PollReport) {
      if (isBlocked(after)) void checkAccount(accountId);
      else unreadable.delete(accountId);
      if (before !== after && (isBlocked(before) || isBlocked(after))) void check();
      else if (!hasFailed) recheck();
    },
  } satisfies PartWith<'vault' | 'check' | 'recheck' | 'onAvailable'>;
}
