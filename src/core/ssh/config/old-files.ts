import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../../files/index.ts';
import { realPath, userConfigPath } from './config-words.ts';
import type { HostContext } from './host-blocks.ts';

/** Records, pinned keys, locks, and sockets of shared connections. */
const OURS =
  /^(?:hosts\.json.*|known_hosts.*|(?:include\.)?lock|(?:load-)?[0-9a-f]{12,46}(?:\..+)?)$/;

/** Files of ours in `~/.ssh`, where earlier versions wrote them and a pattern of the user's may include them. */
export function createOldFiles(context: HostContext) {
  const { folder, configFile, home } = context;
  const old = join(home, '.ssh', 'gpu-tray');
  // Files of another GPU Tray, such as the demo's, belong to that GPU Tray.
  const isOurs = dirname(configFile) === old ? OURS : /^include\.lock$/;
  const backup = () => `${realPath(userConfigPath(context))}.before-gpu-tray`;

  function paths(): readonly string[] {
    const names = existsSync(old) ? readdirSync(old) : [];
    const ours = names.filter((name) => isOurs.test(name)).map((name) => join(old, name));
    return [...ours, backup()].filter(existsSync);
  }

  async function copyIfMissing(from: string, name: string): Promise<void> {
    const to = join(folder, name);
    if (existsSync(from) && !existsSync(to)) await writeAtomically(to, await readFile(from));
  }

  return {
    exist: () => paths().length > 0,
    /** Before our config names the new files: a pinned host key must not be missing for a moment. Safe to repeat. */
    async copy(): Promise<void> {
      await copyIfMissing(backup(), 'config.before-gpu-tray');
      if (isOurs !== OURS) return;
      for (const name of ['hosts.json', 'known_hosts']) await copyIfMissing(join(old, name), name);
    },
    /** Once our config no longer names them. */
    async remove(): Promise<void> {
      for (const path of paths()) await rm(path, { force: true });
    },
  };
}
