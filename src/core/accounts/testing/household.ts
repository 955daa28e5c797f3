import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import type { Log, LogFields } from '../../log.ts';
import { createSettingsFile, type SettingsFile } from '../../settings/index.ts';
import { createVault, KeychainError, type KeychainProblem, type Vault } from '../../vault/index.ts';
import {
  createMemorySecretStore,
  type MemorySecretStore,
} from '../../vault/testing/memory-secret-store.ts';
import { type AccountClient, type Accounts, createAccounts } from '../index.ts';

/** One process of GPU Tray on the computer: its own objects and memory over the files and the keychain that all share. */
export interface Process {
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly settings: SettingsFile;
}

/** A computer with one person's settings and keychain. */
export interface Household {
  readonly folder: string;
  readonly keychain: MemorySecretStore;
  /** Every line that any process logged. */
  readonly log: string[];
  /** When set, every call to the keychain fails like that. */
  broken: KeychainProblem | null;
  process(): Process;
  /** Closed when the test is over. */
  open(process: Process, accountId: string): Promise<AccountClient>;
  /** Everything on the disk and in the log, to look for secrets in. */
  traces(): Promise<string>;
}

/** No accounts, an open keychain, and a folder that is deleted when the test is over. */
export async function createHousehold(): Promise<Household> {
  const folder = await temporaryFolder();
  const keychain = createMemorySecretStore();
  const lines: string[] = [];
  const write = (event: string, fields?: LogFields) =>
    void lines.push(JSON.stringify({ event, fields }));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  let ids = 0;

  const working = async () => {
    if (household.broken !== null) throw new KeychainError(household.broken);
    return keychain;
  };
  const store = {
    get: async (item: string) => (await working()).get(item),
    set: async (item: string, value: string) => (await working()).set(item, value),
    delete: async (item: string) => (await working()).delete(item),
    status: async () => (await working()).status(),
  };

  const household: Household = {
    folder,
    keychain,
    log: lines,
    broken: null,
    process() {
      const path = join(folder, 'settings.json');
      const settings = createSettingsFile({ path, clock: systemClock, log });
      const collectionState = async () => {
        if (household.broken === 'missing') return 'missing';
        return keychain.locked ? 'locked' : 'unlocked';
      };
      const vault = createVault({ store, collectionState, log });
      const network = { fetch: globalThis.fetch, clock: systemClock, log, patienceMs: 5_000 };
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
      return [...texts, ...lines].join('\n');
    },
  };
  return household;
}
