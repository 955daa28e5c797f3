import pLimit, { type LimitFunction } from 'p-limit';
import type { Log } from '../log.ts';
import { Secret } from '../secret.ts';
import type { UserError } from '../user-error.ts';
import type { AskCollectionState, CollectionState } from './collection-state.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';

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

export type Vault = ReturnType<typeof createVault>;

/** Credentials by item name, whose calls run in order. Others share the keychain, so only what it did not store is held in memory. */
export function createVault({ store, collectionState, log }: VaultOptions) {
  const memory = new Map<string, Secret>();
  const queues = new Map<string, LimitFunction>();

  function inOrder<T>(
    accountId: string,
    event: string,
    task: () => Promise<T>,
    failed = () => {},
  ): Promise<T | UserError> {
    const queue = queues.get(accountId) ?? pLimit(1);
    queues.set(accountId, queue);
    return queue(async () => {
      try {
        return await task();
      } catch (error) {
        const problem = keychainProblem(error);
        log.warn(event, { accountId, problem: problem.kind });
        failed();
        return problem;
      }
    });
  }

  async function readStored(accountId: string, { expected, quiet }: ReadOptions) {
    if (quiet && (await collectionState(accountId)) === 'locked')
      return new KeychainError('locked');
    let value = await store.get(accountId);
    if (value === null && expected) {
      const state = await collectionState(accountId);
      if (state === 'missing') throw new KeychainError('missing');
      if (state !== 'available') return new KeychainError('locked');
      // The keyring may have been unlocked after the first read.
      value = await store.get(accountId);
    }
    return value === null ? null : new Secret(value);
  }

  async function removeStored(accountId: string): Promise<KeychainError | null> {
    const isDeleted = await store.delete(accountId);
    const isThere = async () => (await store.get(accountId)) !== null;
    if (await isThere()) return new KeychainError('refused');
    const state = await collectionState(accountId);
    if (state === 'locked' || state === 'missing') return new KeychainError(state);
    if (state !== 'available') return isDeleted ? null : new KeychainError('locked');
    // The keyring may have been unlocked after the first read.
    return (await isThere()) ? new KeychainError('refused') : null;
  }

  async function put(accountId: string, secret: Secret | undefined): Promise<null> {
    if (secret !== undefined) await store.set(accountId, secret.reveal());
    memory.delete(accountId);
    return null;
  }

  return {
    /** An account has one key, and a read is fast: each call that changes something reads again. */
    isCheap: false as boolean,
    /** The keyring that holds an item, without a prompt. Always `available` where only a read can find out. */
    collectionState,
    /** Null: certainly absent. An error never means "no credential", and signs no account out. */
    read: (accountId: string, options: ReadOptions): Promise<Secret | UserError | null> =>
      inOrder(
        accountId,
        'vault.unread',
        async () => memory.get(accountId) ?? readStored(accountId, options),
      ),
    /** Null: stored in the keychain. Otherwise the credential is in memory, and why. */
    write: (accountId: string, secret: Secret) =>
      inOrder(
        accountId,
        'vault.memory_only',
        () => put(accountId, secret),
        () => memory.set(accountId, secret),
      ),
    isInMemory: (accountId: string) => memory.has(accountId),
    /** Tries to store a credential that is in memory only. Null: none is, any more. */
    writeAgain: (accountId: string) =>
      inOrder(accountId, 'vault.memory_only', () => put(accountId, memory.get(accountId))),
    /** Deletes and verifies, since a locked keyring refuses silently. Safe to repeat. Null: certainly deleted. */
    remove: (accountId: string) =>
      inOrder(accountId, 'vault.not_removed', () => {
        memory.delete(accountId);
        return removeStored(accountId);
      }),
    async status(): Promise<Exclude<CollectionState, 'unknown'>> {
      const state = await collectionState();
      if (state !== 'unknown') return state;
      try {
        // Without a bus tool: reads an item that never exists, which opens no prompt.
        await store.get('status');
        return 'available';
      } catch (error) {
        const { kind } = keychainProblem(error);
        return kind === 'locked' || kind === 'missing' ? kind : 'notAnswering';
      }
    },
  };
}

function keychainProblem(error: unknown): KeychainError {
  if (error instanceof KeychainError) return error;
  throw error;
}
