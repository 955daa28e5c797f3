import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Simulator } from '../../simulator/index.ts';
import { type Account, type Accounts, createAccounts } from '../../src/core/accounts/index.ts';
import { Secret } from '../../src/core/secret.ts';
import {
  type AccountSettings,
  createSettingsFile,
  type SettingsFile,
} from '../../src/core/settings/index.ts';
import { createVault } from '../../src/core/vault/index.ts';
import {
  createMemorySecretStore,
  type MemorySecretStore,
} from '../../src/core/vault/testing/memory-secret-store.ts';
import { baseUrlOf, network, type Reach, temporaryFolder } from './fixtures.ts';

/** A user's folder and in-memory keychain, with the accounts of one process. */
export interface Home {
  /** Of settings and locks. */
  readonly folder: string;
  readonly accounts: Accounts;
  /** The keychain's items. */
  readonly store: MemorySecretStore;
  /** The accounts in the settings file. */
  stored(): Promise<readonly AccountSettings[]>;
  /** The accounts of another process of the same user. */
  another(): Accounts;
}

export async function home(reach: Reach = {}): Promise<Home> {
  const folder = await temporaryFolder();
  const store = createMemorySecretStore();
  const ports = network(reach);
  const path = join(folder, 'settings.json');
  const openSettings = (): SettingsFile =>
    createSettingsFile({ path, ...ports, onNotice: () => {} });
  const another = () =>
    createAccounts({
      settings: openSettings(),
      vault: createVault({
        store,
        collectionState: async () => (store.locked ? 'locked' : 'available'),
        log: ports.log,
      }),
      network: ports,
      folder,
      newId: randomUUID,
    });
  return {
    folder,
    accounts: another(),
    store,
    another,
    stored: async () => (await openSettings().load()).accounts,
  };
}

/** Signs in with email and password of the simulator's first account. */
export async function signIn(simulator: Simulator, accounts: Accounts): Promise<Account> {
  const { email, password } = simulator.credentials[0];
  const baseUrl = baseUrlOf(simulator);
  const signedIn = await accounts.signInWithPassword({
    baseUrl,
    email,
    password: new Secret(password),
  });
  return signedIn.account;
}
