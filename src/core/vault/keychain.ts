import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type BoundedRun, runWithTimeout } from '../run-with-timeout.ts';
import { createChunkedStore, WINDOWS_ITEM_LIMIT } from './chunked-store.ts';
import { type AskCollectionState, secretServiceState } from './collection-state.ts';
import type { SpawnHelper } from './helper-process.ts';
import { KEYCHAIN_DEADLINES, type KeychainDeadlines } from './keychain-deadlines.ts';
import { createKeytarClient } from './keytar-client.ts';
import { createKeytarStore } from './keytar-store.ts';
import { createVault, type Vault } from './vault.ts';

/** What the vault on the system keychain needs of the world. */
export interface KeychainOptions {
  readonly spawnHelper: SpawnHelper;
  readonly clock: Clock;
  readonly log: Log;
  /** By default the platform, environment, deadlines and item limit (in characters) of this machine. */
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly deadlines?: KeychainDeadlines;
  readonly itemLimit?: number;
  /** Told `true` while the keyring may be asking its owner something, so that a UI can say so, then `false`. */
  readonly onWaiting?: (waiting: boolean) => void;
}

/** The vault on the system keychain, with the helper process behind it. */
export interface Keychain {
  readonly vault: Vault;
  /** Ends the helper process. Call it before quitting: until then an idle one may hold the program for 30 s. */
  dispose(): void;
}

/** Starts nothing yet: the helper process comes with the first call. */
export function openKeychain(options: KeychainOptions): Keychain {
  const { platform = process.platform, env = process.env, log } = options;
  const { deadlines = KEYCHAIN_DEADLINES } = options;
  const facts = keychainOf(platform, runWithTimeout(env, deadlines.lookMs));
  const client = createKeytarClient({
    spawnHelper: options.spawnHelper,
    clock: options.clock,
    deadlines,
    mayPrompt: facts.mayPrompt,
    onWaiting: options.onWaiting ?? (() => {}),
  });
  const { collectionState } = facts;
  const items = createKeytarStore({ client, collectionState, log });
  const itemLimit = options.itemLimit ?? facts.itemLimit;
  const store = createChunkedStore({ store: items, itemLimit });
  return { vault: createVault({ store, collectionState, log }), dispose: client.dispose };
}

interface PlatformKeychain {
  readonly itemLimit: number;
  readonly collectionState: AskCollectionState;
  mayPrompt(item: string): Promise<boolean>;
}

function keychainOf(platform: NodeJS.Platform, run: BoundedRun): PlatformKeychain {
  switch (platform) {
    case 'win32':
      // Open for as long as its owner is logged in.
      return {
        itemLimit: WINDOWS_ITEM_LIMIT,
        collectionState: async () => 'unlocked',
        mayPrompt: async () => false,
      };
    case 'darwin':
      // keytar reports a locked keychain as an error there, so nothing found is nothing there. Whether macOS is asking
      // its owner cannot be told; it does so for an item of another signature, and for a locked keychain.
      return {
        itemLimit: Number.POSITIVE_INFINITY,
        collectionState: async () => 'unlocked',
        mayPrompt: async () => true,
      };
    default: {
      const collectionState = secretServiceState(run);
      return {
        itemLimit: Number.POSITIVE_INFINITY,
        collectionState,
        async mayPrompt(item) {
          const state = await collectionState(item);
          return state !== 'unlocked' && state !== 'silent';
        },
      };
    }
  }
}
