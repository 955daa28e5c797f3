import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// Operations that the service's document does not show.
import profile from '../../simulator/profile.json' with { type: 'json' };
import { createAccounts } from '../../src/core/accounts/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { parseBaseUrl } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import {
  createSettingsFile,
  DEFAULT_SETTINGS,
  type Settings,
} from '../../src/core/settings/index.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';
import { type DemoPlace, keyOf, SSH_PORT, simulatedAddresses } from './story.ts';

const clock = systemClock;
const log = silentLog;

/** The public part of a key that has no private one, for launches. */
const KEY = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'Demo'.repeat(10)}Key ada@laptop`;

/** Makes this folder a home with an SSH key. Returns the environment of programs that have it as theirs, and reach the simulators. */
export async function demoHome(
  home: string,
  places: readonly DemoPlace[],
): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(home, '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(join(home, '.ssh', 'id_ed25519.pub'), `${KEY}\n`);
  const { XDG_CONFIG_HOME: _c, XDG_DATA_HOME: _d, XDG_CACHE_HOME: _, ...env } = process.env;
  return { ...env, ...simulatedAddresses(places), HOME: home, USERPROFILE: home };
}

export interface DemoAccount extends DemoPlace {
  readonly id: string;
}

export const demoAccounts = (places: readonly DemoPlace[]): readonly DemoAccount[] =>
  places.map((place) => ({ ...place, id: randomUUID() }));

interface PresetSettings {
  readonly accounts: readonly DemoAccount[];
  /** Whether their keys are stored already. */
  readonly hasCredential: boolean;
  /** Limit of the alert, $/h; null: not asked yet. */
  readonly limit: number | null;
}

const settingsIn = (folder: string) => join(folder, 'settings.json');

export async function presetSettings(
  folder: string,
  { accounts, hasCredential, limit }: PresetSettings,
): Promise<void> {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    accounts: accounts.map(({ id, provider, name, simulator }) => ({
      id,
      provider,
      label: name,
      name,
      baseUrl: simulator.baseUrl,
      credential: 'apiKey',
      email: null,
      hasCredential,
      profile: provider === 'rental' ? profile : null,
    })),
    ssh: { user: null, port: SSH_PORT },
    preferences: {
      ...(limit !== null && { hourlyRate: { isOn: true, limit } }),
      // A weekly reminder, which a demo of some minutes has no use for.
      stoppedBilled: { isOn: false, limit: null },
    },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(settingsIn(folder), JSON.stringify(settings));
}

/** The demo's keychain items, the only data outside its folder. @param env of programs, which write to their home folder */
export function openDemoKeychain(userData: string, env: NodeJS.ProcessEnv) {
  const { vault, dispose } = openKeychain({ spawnHelper: forkHelper({ env }), env, clock, log });
  const path = settingsIn(userData);
  const accounts = createAccounts({
    settings: createSettingsFile({ path, clock, log, onNotice: () => {} }),
    vault,
    network: { fetch: globalThis.fetch, clock, log, listMs: 5_000 },
    folder: userData,
    newId: randomUUID,
  });

  return {
    /** Signs in as the command line does. False: the keychain did not store the credential. */
    async signIn(account: DemoAccount): Promise<boolean> {
      const { id: accountId, provider, simulator } = account;
      const base = parseBaseUrl(simulator.baseUrl);
      if (!base.ok) throw new Error(base.message);
      const request = { provider, baseUrl: base.url, key: new Secret(keyOf(account)), accountId };
      return (await accounts.signInWithKey(request)).problem === null;
    },
    /** Removes the demo's credentials. Resolves to how many could not be removed. */
    async remove(): Promise<number> {
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

export type DemoKeychain = ReturnType<typeof openDemoKeychain>;
