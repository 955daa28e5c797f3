import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { runWithTimeout } from '../run-with-timeout.ts';
import { createChunkedStore, WINDOWS_ITEM_LIMIT } from './chunked-store.ts';
import { type AskCollectionState, secretServiceState, stateOfFailure } from './collection-state.ts';
import type { SpawnHelper } from './helper-process.ts';
import {
  createKeytarClient,
  KEYCHAIN_DEADLINES,
  type KeychainDeadlines,
  type KeytarClient,
} from './keytar-client.ts';
import type { KeytarCall } from './keytar-protocol.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';
import { createVault } from './vault.ts';

export function createKeytarStore(
  client: Pick<KeytarClient, 'call'>,
  collectionState: AskCollectionState,
  log: Log,
): SecretStore {
  async function ask(call: KeytarCall): Promise<string | boolean | null> {
    const answer = await client.call(call);
    if ('value' in answer) return answer.value;
    const state = stateOfFailure(answer.refusal) ?? (await collectionState(call.item));
    const kind = state === 'available' || state === 'unknown' ? 'refused' : state;
    log.warn('keychain.refused', { op: call.op, kind, text: answer.refusal });
    throw new KeychainError(kind);
  }

  return {
    async get(item) {
      const value = await ask({ op: 'get', item });
      return typeof value === 'string' ? value : null;
    },
    async set(item, value) {
      await ask({ op: 'set', item, value });
    },
    async delete(item) {
      return (await ask({ op: 'delete', item })) === true;
    },
  };
}

/** Platform, environment, deadlines and item limit default to this computer's. */
export interface KeychainOptions {
  readonly spawnHelper: SpawnHelper;
  readonly clock: Clock;
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly deadlines?: KeychainDeadlines;
  readonly itemLimit?: number;
  /** Receives `true` while the keyring may be prompting the user, then `false`. */
  readonly onWaiting?: (waiting: boolean) => void;
}

export type Keychain = ReturnType<typeof openKeychain>;

/** Opens the system keychain. Its helper starts with the first call; an idle one runs for 30 s, which `dispose` cuts short. */
export function openKeychain(options: KeychainOptions) {
  const { platform = process.platform, env = process.env, log } = options;
  const { deadlines = KEYCHAIN_DEADLINES } = options;
  // Windows: unlocked as long as the user is logged in. macOS prompts for a locked keychain and for an item of another
  // signature, and offers no way to detect a prompt; keytar reports a locked keychain as an error there.
  const collectionState: AskCollectionState = ['win32', 'darwin'].includes(platform)
    ? async () => 'available'
    : secretServiceState(runWithTimeout(env, deadlines.lookMs));
  const mayPrompt = async (item: string) =>
    platform === 'darwin' || !['available', 'notAnswering'].includes(await collectionState(item));
  const platformLimit = platform === 'win32' ? WINDOWS_ITEM_LIMIT : Number.POSITIVE_INFINITY;
  const { onWaiting = () => {}, itemLimit = platformLimit } = options;
  const client = createKeytarClient({ ...options, deadlines, mayPrompt, onWaiting });
  const store = createChunkedStore(createKeytarStore(client, collectionState, log), itemLimit);
  return { vault: createVault({ store, collectionState, log }), dispose: client.dispose };
}
