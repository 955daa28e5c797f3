import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { runWithTimeout } from '../run-with-timeout.ts';
import { createChunkedStore, WINDOWS_ITEM_LIMIT } from './chunked-store.ts';
import { type AskCollectionState, secretServiceState } from './collection-state.ts';
import type { SpawnHelper } from './helper-process.ts';
import { createKeytarStore, KEYCHAIN_DEADLINES, type KeychainDeadlines } from './keytar-client.ts';
import { createVault } from './vault.ts';

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
  const asked = { deadlines, collectionState, mayPrompt, onWaiting };
  const keytar = createKeytarStore({ ...options, ...asked });
  const store = createChunkedStore(keytar, itemLimit);
  return { vault: createVault({ store, collectionState, log }), dispose: keytar.dispose };
}
