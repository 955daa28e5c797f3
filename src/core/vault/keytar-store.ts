import type { Log } from '../log.ts';
import type { AskCollectionState } from './collection-state.ts';
import { KeychainError, type KeychainProblem } from './keychain-error.ts';
import { understandWords } from './keychain-words.ts';
import type { KeytarCall, KeytarClient } from './keytar-client.ts';
import type { KeychainStatus, SecretStore } from './secret-store.ts';

/** What the store is made of. */
export interface KeytarStoreOptions {
  readonly client: KeytarClient;
  readonly collectionState: AskCollectionState;
  readonly log: Log;
}

/** The system keychain as a `SecretStore`: every refusal becomes one of the closed set. */
export function createKeytarStore({
  client,
  collectionState,
  log,
}: KeytarStoreOptions): SecretStore {
  async function ask(call: KeytarCall): Promise<string | boolean | null> {
    const answer = await client.call(call);
    if ('value' in answer) return answer.value;
    const kind = await understandRefusal(answer.refusal, call.item, collectionState);
    log.warn('keychain.refused', { op: call.op, kind, words: answer.refusal });
    throw new KeychainError(kind);
  }
  const get = async (item: string) => {
    const value = await ask({ op: 'get', item });
    return typeof value === 'string' ? value : null;
  };

  return {
    get,
    async set(item, value) {
      await ask({ op: 'set', item, value });
    },
    async delete(item) {
      return (await ask({ op: 'delete', item })) === true;
    },
    async status() {
      switch (await collectionState()) {
        case 'unlocked':
          return 'available';
        case 'locked':
          return 'locked';
        case 'missing':
          return 'missing';
        case 'silent':
          throw new KeychainError('timeout');
        case 'unknown':
          return statusByReading(get);
      }
    },
  };
}

/** Without a bus tool: whether reading an item that never exists works. That opens no prompt, since nothing matches. */
async function statusByReading(get: SecretStore['get']): Promise<KeychainStatus> {
  try {
    await get('status');
    return 'available';
  } catch (error) {
    if (error instanceof KeychainError) {
      if (error.kind === 'missing' || error.kind === 'locked') return error.kind;
    }
    throw error;
  }
}

async function understandRefusal(
  words: string,
  item: string,
  collectionState: AskCollectionState,
): Promise<KeychainProblem> {
  const meaning = understandWords(words) ?? (await collectionState(item));
  switch (meaning) {
    case 'missing':
    case 'locked':
      return meaning;
    case 'silent':
      return 'timeout';
    case 'unlocked':
    case 'unknown':
      return 'refused';
  }
}
