import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAccounts } from '../../src/core/accounts/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { Secret } from '../../src/core/secret.ts';
import { parseBaseUrl } from '../../src/core/service/index.ts';
import { createSettingsFile } from '../../src/core/settings/index.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';

/** The user's keychain, as far as the demo has to do with it. */
export interface DemoKeychain {
  isAvailable(): Promise<boolean>;
  /** Signs in as the command line does. False: the keychain did not take the credential. */
  signIn(baseUrl: string, key: string): Promise<boolean>;
  /** Takes back what the demo's accounts have put there; how many of them could not be. */
  forget(): Promise<number>;
  dispose(): void;
}

/** @param folder of the demo's settings */
export function openDemoKeychain(folder: string): DemoKeychain {
  const clock = systemClock;
  const log = silentLog;
  const { vault, dispose } = openKeychain({ spawnHelper: forkHelper(), clock, log });
  const settings = createSettingsFile({ path: join(folder, 'settings.json'), clock, log });
  const network = { fetch: globalThis.fetch, clock, log, patienceMs: 5_000 };
  const accounts = createAccounts({ settings, vault, network, folder, newId: randomUUID });
  return {
    isAvailable: async () => (await vault.status()) === 'available',
    async signIn(text, key) {
      const baseUrl = parseBaseUrl(text);
      if (!baseUrl.ok) throw new Error(baseUrl.message);
      const { kept } = await accounts.signInWithKey({ baseUrl: baseUrl.url, key: new Secret(key) });
      return kept.in === 'keychain';
    },
    async forget() {
      const results = [];
      for (const { id } of await accounts.list()) results.push(await accounts.signOut(id));
      return results.filter(({ ok }) => !ok).length;
    },
    dispose,
  };
}
