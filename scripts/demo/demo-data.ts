import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
// Operations that the service's document does not show.
import profile from '../../simulator/profile.json' with { type: 'json' };
import { createAccounts, withAccountChange } from '../../src/core/accounts/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { parseBaseUrl, parseProfile } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { createSettingsFile, type SettingsFile } from '../../src/core/settings/index.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { type DemoPlace, keyOf } from './story.ts';

const clock = systemClock;
const log = silentLog;

/** The public part of a key that has no private one, for launches. */
const KEY = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'Demo'.repeat(10)}Key ada@laptop`;

export async function addSshKey(home: string): Promise<void> {
  await mkdir(join(home, '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(join(home, '.ssh', 'id_ed25519.pub'), `${KEY}\n`);
}

export const settingsIn = (folder: string) =>
  createSettingsFile({ path: join(folder, 'settings.json'), clock, log, onNotice: () => {} });

export interface DemoAccount {
  readonly provider: ProviderId;
  readonly name: string;
  readonly baseUrl: string;
  readonly key: string;
  /** Null: the provider needs none. */
  readonly profile: string | null;
}

export const demoAccounts = (places: readonly DemoPlace[]): readonly DemoAccount[] =>
  places.map((place) => {
    const { provider, name, simulator } = place;
    const own = provider === 'rental' ? JSON.stringify(profile) : null;
    return { provider, name, baseUrl: simulator.baseUrl, key: keyOf(place), profile: own };
  });

/** Stores what the sign-in does not ask for. */
export async function keepAccount(
  settings: SettingsFile,
  id: string,
  { name, profile: text }: Pick<DemoAccount, 'name' | 'profile'>,
): Promise<void> {
  const parsed = text === null ? null : parseProfile(text);
  if (parsed?.ok === false) throw new Error(parsed.message);
  await settings.update((current) =>
    withAccountChange(current, id, {
      name,
      profile: parsed?.profile ?? null,
    }),
  );
}

/** The demo's keychain items, the only data outside its folder. */
export interface DemoData {
  hasKeychain(): Promise<boolean>;
  /** Signs in as the command line does. False: the keychain did not store the credential. */
  signIn(account: DemoAccount): Promise<boolean>;
  /** Removes the demo's credentials. Resolves to how many could not be removed. */
  remove(): Promise<number>;
}

/** @param userData the folder of the demo's settings @param env of programs, which write to their home folder */
export function openDemoData(userData: string, env: NodeJS.ProcessEnv): DemoData {
  const { vault, dispose } = openKeychain({ spawnHelper: forkHelper({ env }), env, clock, log });
  const network = { fetch: globalThis.fetch, clock, log, listMs: 5_000 };
  const settings = settingsIn(userData);
  const accounts = createAccounts({
    settings,
    vault,
    network,
    folder: userData,
    newId: randomUUID,
  });

  return {
    hasKeychain: async () => (await vault.status()) === 'available',
    async signIn({ provider, name, key, ...texts }) {
      const baseUrl = parseBaseUrl(texts.baseUrl);
      if (!baseUrl.ok) throw new Error(baseUrl.message);
      const request = { provider, baseUrl: baseUrl.url, key: new Secret(key) };
      const { account, problem } = await accounts.signInWithKey(request);
      await keepAccount(settings, account.id, { name, profile: texts.profile });
      return problem === null;
    },
    async remove() {
      try {
        const results = [];
        for (const { id } of await accounts.list()) results.push(await accounts.signOut(id));
        return results.filter((problem) => problem !== null).length;
      } finally {
        dispose();
      }
    },
  };
}

interface PresetSettings {
  /** Port of the VMs. */
  readonly sshPort: number;
  /** Limit of the alert, $/h; null: not asked yet. */
  readonly limit: number | null;
}

export async function presetSettings(
  userData: string,
  { sshPort, limit }: PresetSettings,
): Promise<void> {
  await settingsIn(userData).update((current) => ({
    ...current,
    ssh: { ...current.ssh, port: sshPort },
    preferences: {
      ...current.preferences,
      ...(limit !== null && { hourlyRate: { isOn: true, limit } }),
      // A weekly reminder, which a demo of some minutes has no use for.
      stoppedBilled: { isOn: false, limit: null },
    },
  }));
}

/** A free TCP port. The VMs have loopback addresses of their own, where it is then free too. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
