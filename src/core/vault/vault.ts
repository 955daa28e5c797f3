import pLimit, { type LimitFunction } from 'p-limit';
import type { Log } from '../log.ts';
import { Secret } from '../secret.ts';
import type { AskCollectionState } from './collection-state.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';

/** `absent` is certain; `locked` and `unavailable` never mean "no credential" and sign no account out. */
export type VaultReading =
  | { readonly state: 'present'; readonly secret: Secret }
  | { readonly state: 'absent' }
  | { readonly state: 'locked' }
  | { readonly state: 'unavailable'; readonly problem: KeychainError };

/** Where a credential was written: to the keychain, or to memory until quit, and why. */
export type VaultWriting =
  | { readonly state: 'stored' }
  | { readonly state: 'memoryOnly'; readonly problem: KeychainError };

/** Whether a credential is certainly deleted, and if not, why. */
export type VaultRemoval =
  | { readonly removed: true }
  | { readonly removed: false; readonly problem: KeychainError };

export interface ReadOptions {
  /** Whether our settings say that a credential is stored: then an empty result may mean a locked keychain. */
  readonly expected: boolean;
  /** Returns `locked` instead of opening an unlock prompt where that is known beforehand (Linux). */
  readonly quiet?: boolean;
}

export interface VaultOptions {
  readonly store: SecretStore;
  readonly collectionState: AskCollectionState;
  readonly log: Log;
}

/** Reads and removes items of the keychain, which may be locked. */
function createKeychainItems({ store, collectionState }: Omit<VaultOptions, 'log'>) {
  /** Distinguishes a missing item from a locked keyring. */
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

  /** The keyring may have been unlocked after the first read. */
  async function readAgain(accountId: string): Promise<VaultReading> {
    const value = await store.get(accountId);
    return value === null ? { state: 'absent' } : { state: 'present', secret: new Secret(value) };
  }

  async function read(accountId: string, options: ReadOptions): Promise<VaultReading> {
    if (options.quiet && (await collectionState(accountId)) === 'locked') {
      return { state: 'locked' };
    }
    const value = await store.get(accountId);
    if (value !== null) return { state: 'present', secret: new Secret(value) };
    return options.expected ? explainNull(accountId) : { state: 'absent' };
  }

  async function remove(accountId: string): Promise<VaultRemoval> {
    const deleted = await store.delete(accountId);
    if ((await store.get(accountId)) !== null) return notRemoved('refused');
    const state = await collectionState(accountId);
    switch (state) {
      case 'unlocked':
        // The keyring may have been unlocked after the first read.
        return (await store.get(accountId)) === null ? { removed: true } : notRemoved('refused');
      case 'locked':
      case 'missing':
        return notRemoved(state);
      case 'silent':
      case 'unknown':
        return deleted ? { removed: true } : notRemoved('locked');
    }
  }

  return { read, remove };
}

export type Vault = ReturnType<typeof createVault>;

/**
 * The credentials of the accounts, one per account. Keychain failures are results, not rejections; an invalid account id is a
 * `TypeError`. Other processes share the keychain, so every read goes to it. Only a credential that could not be stored is held in
 * memory, until it is stored, removed or the program exits. Calls for one account run in order.
 */
export function createVault({ store, collectionState, log }: VaultOptions) {
  const items = createKeychainItems({ store, collectionState });
  const memory = new Map<string, Secret>();
  const queues = new Map<string, LimitFunction>();

  function inOrder<T>(accountId: string, task: () => Promise<T>): Promise<T> {
    const queue = queues.get(accountId) ?? pLimit(1);
    queues.set(accountId, queue);
    return queue(task);
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

  return {
    read: (accountId: string, options: ReadOptions): Promise<VaultReading> =>
      inOrder(accountId, async () => {
        const kept = memory.get(checkedName(accountId));
        if (kept) return { state: 'present', secret: kept };
        try {
          return await items.read(accountId, options);
        } catch (error) {
          const problem = keychainProblem(error);
          log.warn('vault.unread', { accountId, problem: problem.kind });
          return problem.kind === 'locked'
            ? { state: 'locked' }
            : { state: 'unavailable', problem };
        }
      }),

    write: (accountId: string, secret: Secret) =>
      inOrder(accountId, () => writeOrKeep(accountId, secret)),
    isInMemory: (accountId: string) => memory.has(accountId),
    /** Tries to store a credential that is in memory only; `stored` when there is none. */
    writeAgain: (accountId: string): Promise<VaultWriting> =>
      inOrder(accountId, async () => {
        const kept = memory.get(accountId);
        return kept === undefined ? { state: 'stored' } : writeOrKeep(accountId, kept);
      }),

    /** Deletes and verifies, since a locked keyring refuses silently. Safe to repeat. */
    remove: (accountId: string): Promise<VaultRemoval> =>
      inOrder(accountId, async () => {
        memory.delete(checkedName(accountId));
        try {
          return await items.remove(accountId);
        } catch (error) {
          const problem = keychainProblem(error);
          log.warn('vault.not_removed', { accountId, problem: problem.kind });
          return { removed: false, problem };
        }
      }),

    /** Whether credentials can be stored now. */
    async status(): Promise<'available' | 'locked' | 'missing' | 'notAnswering'> {
      const state = await collectionState();
      if (state === 'locked' || state === 'missing') return state;
      if (state === 'silent') return 'notAnswering';
      try {
        // Without a bus tool: reads an item that never exists, which opens no prompt.
        if (state === 'unknown') await store.get('status');
        return 'available';
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

/** Rethrows anything but a keychain error. */
function keychainProblem(error: unknown): KeychainError {
  if (error instanceof KeychainError) return error;
  throw error;
}

/** Account ids are item names, in which `#` marks parts. */
function checkedName(accountId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(accountId)) {
    throw new TypeError('An account id has 1 to 64 characters of A-Z, a-z, 0-9, _ and -');
  }
  return accountId;
}
