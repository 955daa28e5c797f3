import { test as base } from 'vitest';
import type { KeychainOptions } from '../../src/core/vault/index.ts';
import { type Keyring, type KeyringOptions, startKeyring } from './harness.ts';
import { type OpenedKeychain, openedKeychain } from './opened-keychain.ts';

/** What every test on a real keyring is given. */
export interface KeyringFixture {
  /** An unlocked, empty keyring of the test's own. */
  start(options?: KeyringOptions): Promise<Keyring>;
  open(env: Readonly<Record<string, string>>, options?: Partial<KeychainOptions>): OpenedKeychain;
}

/** Vitest's `test`, given a `keyring`; what it started and opened is closed when the test ends. */
export const test = base.extend('keyring', ({ task: _ }, { onCleanup }): KeyringFixture => {
  const closers: (() => unknown)[] = [];
  onCleanup(async () => {
    for (const close of closers.reverse()) await close();
  });
  return {
    async start(options) {
      const keyring = await startKeyring(options);
      closers.push(keyring.close);
      return keyring;
    },
    open(env, options) {
      const keychain = openedKeychain(env, options);
      closers.push(keychain.dispose);
      return keychain;
    },
  };
});

export const ACCOUNT = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
export const SERVICE = 'GPU Tray';
