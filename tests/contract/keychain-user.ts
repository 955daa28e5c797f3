import { onTestFinished } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { type Keyring, startKeyring } from '../keyring/harness.ts';
import { type Ended, gpuTray, shareCache } from './command-line.ts';

/** The name that our items bear in the keychain. */
const SERVICE = 'GPU Tray';

/** A user with a real, unlocked keyring and an empty home, at the command line. */
export interface KeychainUser {
  readonly keyring: Keyring;
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** `login` with an API key, by default the one that may only read. */
  loginWithKey(simulator: Simulator, key?: string): Promise<Ended>;
  loginWithPassword(simulator: Simulator): Promise<Ended>;
  /** How many of our items are in the keyring, readable or not. */
  items(): Promise<number>;
}

export async function keychainUser(): Promise<KeychainUser> {
  const keyring = await startKeyring();
  onTestFinished(() => keyring.close());
  await shareCache(keyring.env['HOME'] ?? '');
  const run = (args: readonly string[], input = '') => gpuTray(args, { env: keyring.env, input });
  return {
    keyring,
    run,
    loginWithKey: ({ baseUrl, credentials }, key = credentials[0].apiKeys.read_only) =>
      run(['login', '--base-url', baseUrl, '--api-key-stdin'], key),
    loginWithPassword({ baseUrl, credentials }) {
      const { email, password } = credentials[0];
      const args = ['login', '--base-url', baseUrl, '--email', email, '--password-stdin'];
      return run(args, password);
    },
    items: async () => (await keyring.items({ service: SERVICE })).length,
  };
}
