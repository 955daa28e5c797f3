import { randomUUID } from 'node:crypto';
import { type Accounts, createAccounts, type NetworkPorts } from '../core/accounts/index.ts';
import { forkHelper, openKeychain } from '../core/vault/index.ts';
import type { UserSettings } from './user-settings.ts';

/** The accounts of this user, with the keychain behind them. */
export interface StoredAccounts {
  readonly accounts: Accounts;
  /** Ends the keychain's helper process. */
  dispose(): void;
}

/** @param say where it is said that the keyring waits for its owner, one sentence */
export function openStoredAccounts(
  { folder, file }: UserSettings,
  network: NetworkPorts,
  say: (message: string) => void,
): StoredAccounts {
  const { clock, log } = network;
  const keychain = openKeychain({
    spawnHelper: forkHelper(),
    clock,
    log,
    onWaiting: (isWaiting) => {
      if (isWaiting) say('Waiting for your keychain; it may be asking you to unlock it.');
    },
  });
  const { vault, dispose } = keychain;
  const accounts = createAccounts({ settings: file, vault, network, folder, newId: randomUUID });
  return { accounts, dispose };
}
