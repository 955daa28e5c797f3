import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import type { AccountClient } from '../../providers/index.ts';
import { unpackTokens } from '../../providers/rental/token-session.ts';
import { Secret } from '../../secret.ts';
import { createSettingsFile, type SettingsFile } from '../../settings/index.ts';
import { createRecordingLog } from '../../testing/recording-log.ts';
import { createVault, KeychainError, type KeychainProblem, type Vault } from '../../vault/index.ts';
import {
  createMemorySecretStore,
  type MemorySecretStore,
} from '../../vault/testing/memory-secret-store.ts';
import { type Accounts, createAccounts } from '../index.ts';

/** One GPU Tray process, with its own memory over shared files and a shared keychain. */
export interface Process {
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly settings: SettingsFile;
}

/** A computer with one user's settings and keychain. */
export interface Computer {
  readonly folder: string;
  readonly keychain: MemorySecretStore;
  /** The log lines of all processes. */
  readonly log: string[];
  /** When set, every keychain call fails with it. */
  broken: KeychainProblem | null;
  /** @param held of a viewer in the same process, which the application replaces */
  process(held?: Vault): Process;
  /** Changes the stored credential of a login. */
  refreshToken(accountId: string): string | undefined;
  /** Closed when the test ends. */
  open(process: Process, accountId: string): Promise<AccountClient>;
  /** All files and log lines, to search for secrets. */
  traces(): Promise<string>;
}

/** Creates a computer without accounts, with an unlocked keychain and a temporary folder. */
export async function createComputer(): Promise<Computer> {
  const folder = await temporaryFolder();
  const keychain = createMemorySecretStore();
  const log = createRecordingLog();
  let ids = 0;

  const working = async () => {
    if (computer.broken !== null) throw new KeychainError(computer.broken);
    return keychain;
  };
  const store = {
    get: async (item: string) => (await working()).get(item),
    set: async (item: string, value: string) => (await working()).set(item, value),
    delete: async (item: string) => (await working()).delete(item),
  };

  const computer: Computer = {
    folder,
    keychain,
    log: log.lines,
    broken: null,
    process(held) {
      const path = join(folder, 'settings.json');
      const settings = createSettingsFile({ path, clock: systemClock, log, onNotice: () => {} });
      const collectionState = async () => {
        if (computer.broken === 'missing') return 'missing';
        return keychain.locked ? 'locked' : 'available';
      };
      const vault = held ?? createVault({ store, collectionState, log });
      const network = { fetch: globalThis.fetch, clock: systemClock, log, listMs: 5_000 };
      const newId = () => {
        ids += 1;
        return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
      };
      return {
        accounts: createAccounts({ settings, vault, network, folder, newId }),
        vault,
        settings,
      };
    },
    refreshToken(accountId) {
      const item = keychain.items.get(accountId);
      return item && unpackTokens(new Secret(item)).refresh.reveal();
    },
    async open(process, accountId) {
      const account = (await process.accounts.list()).find(({ id }) => id === accountId);
      if (!account) throw new Error('no such account');
      const client = process.accounts.open(account);
      onTestFinished(() => client.close());
      return client;
    },
    async traces() {
      const names = await readdir(folder);
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
      return [...texts, ...log.lines].join('\n');
    },
  };
  return computer;
}
