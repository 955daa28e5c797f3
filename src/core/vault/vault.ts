import type { Log } from '../log.ts';
import { Secret } from '../secret.ts';
import type { AskCollectionState } from './collection-state.ts';
import { KeychainError } from './keychain-error.ts';
import type { KeychainStatus, SecretStore } from './secret-store.ts';
import { createTurns } from './turns.ts';

/**
 * What a reading found. `absent` is said only when it is certain. `locked` and `unavailable` never mean "no credential":
 * nobody is signed out for them.
 */
export type VaultReading =
  | { readonly state: 'present'; readonly secret: Secret }
  | { readonly state: 'absent' }
  | { readonly state: 'locked' }
  | { readonly state: 'unavailable'; readonly problem: KeychainError };

/** Where a written credential is now: in the keychain, or in memory until quit, and why. */
export type VaultWriting =
  | { readonly state: 'stored' }
  | { readonly state: 'memoryOnly'; readonly problem: KeychainError };

/** Whether a credential is gone for certain, and if not, why. */
export type VaultRemoval =
  | { readonly removed: true }
  | { readonly removed: false; readonly problem: KeychainError };

/** What is known of the account already, and whether a prompt may come up for it. */
export interface ReadOptions {
  /** The marker in our settings that a credential has been stored: a keychain that answers "nothing" may be locked. */
  readonly expected: boolean;
  /** Do not let an unlock prompt come up where that can be told beforehand (Linux): answer `locked` instead. */
  readonly quiet?: boolean;
}

/**
 * The credentials of the accounts, one per account.
 *
 * The keychain is shared with other processes of ours, so what is read is not kept: each reading asks it anew. Only a
 * credential that could not be stored is held here, and read from here, until it is stored, removed or the program ends.
 * Calls for one account run in the order they were made. Nothing rejects for reasons of the keychain.
 */
export interface Vault {
  read(accountId: string, options: ReadOptions): Promise<VaultReading>;
  write(accountId: string, secret: Secret): Promise<VaultWriting>;
  /** Whether a credential is only in memory, because the keychain did not take it. */
  isInMemory(accountId: string): boolean;
  /** Writes what is only in memory once more; `stored` where there is nothing such. */
  writeAgain(accountId: string): Promise<VaultWriting>;
  /** Deletes, then looks whether it is gone: a locked keyring refuses in silence. Safe to repeat, as after a crash. */
  remove(accountId: string): Promise<VaultRemoval>;
  status(): Promise<KeychainStatus | 'notAnswering'>;
}

/** The items of the keychain, and a way to ask about their keyring without a prompt. */
export interface VaultOptions {
  readonly store: SecretStore;
  readonly collectionState: AskCollectionState;
  readonly log: Log;
}

/** Account ids are 1 to 64 characters of `[A-Za-z0-9_-]`: with any other, a call rejects with a `TypeError`. */
export function createVault({ store, collectionState, log }: VaultOptions): Vault {
  const memory = new Map<string, Secret>();
  const inTurn = createTurns();

  /** Nothing was read: is there nothing, or is it locked away? */
  async function explainNull(accountId: string): Promise<VaultReading> {
    switch (await collectionState(accountId)) {
      case 'unlocked':
        return readAgain(accountId);
      case 'missing':
        return { state: 'unavailable', problem: new KeychainError('missing') };
      case 'locked':
      case 'silent':
      case 'unknown':
        return { state: 'locked' };
    }
  }

  /** The keyring is open now, but it may have been opened after our first look. */
  async function readAgain(accountId: string): Promise<VaultReading> {
    const value = await store.get(accountId);
    return value === null ? { state: 'absent' } : { state: 'present', secret: new Secret(value) };
  }

  async function readKeychain(accountId: string, options: ReadOptions): Promise<VaultReading> {
    if (options.quiet && (await collectionState(accountId)) === 'locked') {
      return { state: 'locked' };
    }
    const value = await store.get(accountId);
    if (value !== null) return { state: 'present', secret: new Secret(value) };
    return options.expected ? explainNull(accountId) : { state: 'absent' };
  }

  async function writeOrKeep(accountId: string, secret: Secret): Promise<VaultWriting> {
    try {
      await store.set(checkedName(accountId), secret.reveal());
      memory.delete(accountId);
      return { state: 'stored' };
    } catch (error) {
      const problem = keychainProblem(error);
      log.warn('vault.memory_only', { accountId, problem: problem.kind });
      memory.set(accountId, secret);
      return { state: 'memoryOnly', problem };
    }
  }

  async function removeFromKeychain(accountId: string): Promise<VaultRemoval> {
    const deleted = await store.delete(accountId);
    if ((await store.get(accountId)) !== null) return notRemoved('refused');
    const state = await collectionState(accountId);
    switch (state) {
      case 'unlocked':
        // Read once more: the keyring may have been opened after the first look.
        return (await store.get(accountId)) === null ? { removed: true } : notRemoved('refused');
      case 'locked':
      case 'missing':
        return notRemoved(state);
      case 'silent':
      case 'unknown':
        return deleted ? { removed: true } : notRemoved('locked');
    }
  }

  return {
    read: (accountId, options) =>
      inTurn(accountId, async () => {
        const kept = memory.get(checkedName(accountId));
        if (kept) return { state: 'present', secret: kept };
        try {
          return await readKeychain(accountId, options);
        } catch (error) {
          const problem = keychainProblem(error);
          log.warn('vault.unread', { accountId, problem: problem.kind });
          return problem.kind === 'locked'
            ? { state: 'locked' }
            : { state: 'unavailable', problem };
        }
      }),

    write: (accountId, secret) => inTurn(accountId, () => writeOrKeep(accountId, secret)),
    isInMemory: (accountId) => memory.has(accountId),
    writeAgain: (accountId) =>
      inTurn(accountId, async () => {
        const kept = memory.get(accountId);
        return kept === undefined ? { state: 'stored' } : writeOrKeep(accountId, kept);
      }),

    remove: (accountId) =>
      inTurn(accountId, async () => {
        memory.delete(checkedName(accountId));
        try {
          return await removeFromKeychain(accountId);
        } catch (error) {
          const problem = keychainProblem(error);
          log.warn('vault.not_removed', { accountId, problem: problem.kind });
          return { removed: false, problem };
        }
      }),

    async status() {
      try {
        return await store.status();
      } catch (error) {
        const { kind } = keychainProblem(error);
        return kind === 'locked' || kind === 'missing' ? kind : 'notAnswering';
      }
    },
  };
}

function notRemoved(kind: 'refused' | 'locked' | 'missing'): VaultRemoval {
  return { removed: false, problem: new KeychainError(kind) };
}

/** An error of the keychain; anything else is a fault of ours and goes on as it is. */
function keychainProblem(error: unknown): KeychainError {
  if (error instanceof KeychainError) return error;
  throw error;
}

/** Account ids become names of items; `#` would meet the names of parts. */
function checkedName(accountId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(accountId)) {
    throw new TypeError('An account id has 1 to 64 characters of A-Z, a-z, 0-9, _ and -');
  }
  return accountId;
}
