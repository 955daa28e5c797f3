import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Simulator } from '../../simulator/index.ts';
import { createAccounts, withAccountChange } from '../../src/core/accounts/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { parseBaseUrl, parseProfile } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { createSettingsFile } from '../../src/core/settings/index.ts';
import { withGpuLoad } from '../../src/core/ssh/index.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { CLOUDS, type DemoFleets } from './story.ts';

/** The profile of the simulator: operations that the service's document does not show. */
const PROFILE = resolve(import.meta.dirname, '../../simulator/profile.json');

const clock = systemClock;
const log = silentLog;

const settingsIn = (folder: string) =>
  createSettingsFile({ path: join(folder, 'settings.json'), clock, log, onNotice: () => {} });

export interface DemoAccount {
  readonly provider: ProviderId;
  readonly name: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly showsGpuLoad: boolean;
  /** Null: the provider needs none. */
  readonly profile: string | null;
}

/** The accounts of the demo, named as a person would. @param showsGpuLoad over SSH, where the list has none */
export async function demoAccounts(
  { service, clouds }: DemoFleets,
  showsGpuLoad: boolean,
): Promise<readonly DemoAccount[]> {
  const keyOf = ({ credentials }: Simulator) => credentials[0].apiKeys.read_write;
  return [
    {
      provider: 'rental',
      name: 'Studio',
      baseUrl: service.baseUrl,
      key: keyOf(service),
      showsGpuLoad,
      profile: await readFile(PROFILE, 'utf8'),
    },
    ...clouds.flatMap((cloud, index): DemoAccount[] => {
      const { provider, name } = CLOUDS[index] ?? CLOUDS[0];
      const { baseUrl } = cloud;
      return [{ provider, name, baseUrl, key: keyOf(cloud), showsGpuLoad: false, profile: null }];
    }),
  ];
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
    async signIn({ provider, name, key, showsGpuLoad, ...texts }) {
      const baseUrl = parseBaseUrl(texts.baseUrl);
      if (!baseUrl.ok) throw new Error(baseUrl.message);
      const request = { provider, baseUrl: baseUrl.url, key: new Secret(key) };
      const { account, problem } = await accounts.signInWithKey(request);
      const profile = texts.profile === null ? null : parseProfile(texts.profile);
      if (profile?.ok === false) throw new Error(profile.message);
      await settings.update((current) =>
        withAccountChange(withGpuLoad(current, account.id, showsGpuLoad), account.id, {
          name,
          profile: profile?.profile ?? null,
        }),
      );
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
  readonly login: { readonly user: string; readonly keyFile: string } | null;
}

export async function presetSettings(
  userData: string,
  { sshPort, limit, login }: PresetSettings,
): Promise<void> {
  await settingsIn(userData).update((current) => ({
    ...current,
    ssh: {
      ...current.ssh,
      port: sshPort,
      ...(login !== null && { user: login.user, identityFile: login.keyFile }),
    },
    ...(limit === null
      ? {}
      : { preferences: { ...current.preferences, hourlyRate: { isOn: true, limit } } }),
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
