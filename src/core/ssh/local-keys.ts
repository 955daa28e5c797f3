import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clipped, printable } from '../../shared/format/index.ts';
import type { LocalKey } from '../../shared/launch/order.ts';
import { keyMaterial } from '../../shared/ssh/local-key.ts';
import { readTextFile } from '../files/index.ts';
import type { Settings } from '../settings/index.ts';
import { slashed, underHome } from './config/config-words.ts';
import type { HostContext } from './config/host-blocks.ts';
import { sshLoginsOf } from './logins.ts';

type Homes = Pick<HostContext, 'home' | 'platform'>;

const MAX_FILES = 50;

/** A public key of RSA with 16,384 bits has 2.8 kB. */
const MAX_BYTES = 16 * 1024;

/** @throws the file system's error @returns null: no public key */
async function readKey(path: string, { home, platform }: Homes): Promise<LocalKey | null> {
  const [line = ''] = (await readTextFile(path, MAX_BYTES)).split(/\r?\n/);
  const publicKey = keyMaterial(line);
  // Options before a key are for servers, which get none.
  if (publicKey === null || !line.startsWith(publicKey.split(' ', 1)[0] ?? ' ')) return null;
  const [type = '', material = ''] = publicKey.split(' ');
  const comment = line.slice(line.indexOf(material) + material.length);
  return {
    file: printable(underHome(path, home, platform)),
    type,
    comment: clipped(printable(comment).trim(), 100),
    publicKey,
  };
}

/** A typed path of a key, private or public, as that of its public part. */
function publicPath(typed: string, { home, platform }: Homes): string {
  const path = slashed(typed, platform).replace(/^~(?=\/)/, home);
  return path.endsWith('.pub') ? path : `${path}.pub`;
}

/** The public part of one key. @throws the file system's error @returns null: no public key */
export const readLocalKey = (typed: string, homes: Homes): Promise<LocalKey | null> =>
  readKey(publicPath(typed, homes), homes);

/** The user's public keys: those of the stored logins, then of `~/.ssh`, each once. Files that can't be read are left out. */
export async function readLocalKeys(
  settings: Settings,
  homes: Homes,
): Promise<readonly LocalKey[]> {
  const { all, accounts, vms } = sshLoginsOf(settings);
  const logins = [all, ...Object.values(accounts), ...Object.values(vms)];
  const identityFiles = logins.flatMap(({ identityFile }) => identityFile ?? []);
  const folder = join(homes.home, '.ssh');
  const names = await readdir(folder).catch(() => []);
  const listed = names
    .filter((name) => name.endsWith('.pub'))
    .toSorted()
    .map((name) => join(folder, name));
  const paths = [...identityFiles.map((file) => publicPath(file, homes)), ...listed];
  const keys: LocalKey[] = [];
  for (const path of new Set(paths.slice(0, MAX_FILES))) {
    const key = await readKey(path, homes).catch(() => null);
    if (key !== null && keys.every(({ publicKey }) => publicKey !== key.publicKey)) keys.push(key);
  }
  return keys;
}
