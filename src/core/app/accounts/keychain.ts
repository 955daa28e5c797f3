import type { KeychainState } from '../../../shared/accounts/index.ts';
import { accountProblem } from '../../../shared/domain/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { Keychain } from '../../vault/index.ts';
import type { PartWith } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';

export type KeychainPart = ReturnType<typeof startKeychain>;

export interface KeychainPorts {
  readonly store: Pick<StateStore, 'get' | 'set'>;
  /** `onWaiting(true)`: it may be showing an unlock prompt. */
  open(onWaiting: (isWaiting: boolean) => void): Keychain;
}

/** Keeps the state's `keychain` up to date. No event reports that a keyring was unlocked, so it is checked on occasions. */
export function startKeychain({ store, open }: KeychainPorts) {
  const listeners = new Set<() => void>();
  let latest = 0;
  const { vault, dispose } = open(waiting);

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

  /** Checks a keychain that was not available. */
  function recheck(): void {
    if (store.get().keychain !== 'available') void check();
  }

  function waiting(isWaiting: boolean): void {
    latest += 1;
    if (isWaiting) apply('waiting');
    else void check();
  }

  void check();
  return {
    vault,
    dispose,
    check,
    recheck,
    /** Called whenever the keychain becomes available. */
    onAvailable: (listener: () => void) => void listeners.add(listener),
    polled({ before, after, hasFailed }: PollReport) {
      const kinds = [accountProblem(before)?.kind, accountProblem(after)?.kind];
      const isInvolved = kinds.includes('keychainLocked') || kinds.includes('keychainUnavailable');
      if (before !== after && isInvolved) void check();
      else if (!hasFailed) recheck();
    },
  } satisfies PartWith<'vault' | 'dispose' | 'check' | 'recheck' | 'onAvailable'>;
}
