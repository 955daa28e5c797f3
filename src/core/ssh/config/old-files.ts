import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextFileIfAny, writeAtomically } from '../../files/index.ts';
import { realPath, userConfigPath } from './config-words.ts';
import type { HostContext } from './host-blocks.ts';

/** Locks, and sockets of shared connections. */
const IS_OVER = /^(?:(?:include\.)?lock|(?:load-)?[0-9a-f]{12,46}(?:\..+)?)$/;
const IS_KEPT = /^(?:hosts\.json|known_hosts)/;

const linesIn = (text: string | null) => (text ?? '').split('\n').filter((line) => line !== '');

/** Files of ours in `~/.ssh`, where earlier versions wrote them and a pattern of the user's may include them. */
export function createOldFiles(context: HostContext) {
  const { folder, configFile, home } = context;
  const old = join(home, '.ssh', 'gpu-tray');
  // Files of another GPU Tray, such as the demo's, belong to that GPU Tray.
  const isOwn = dirname(configFile) === old;
  const backup = () => `${realPath(userConfigPath(context))}.before-gpu-tray`;

  function names(): readonly string[] {
    const all = existsSync(old) ? readdirSync(old) : [];
    return all.filter((name) =>
      isOwn ? IS_OVER.test(name) || IS_KEPT.test(name) : name === 'include.lock',
    );
  }

  /** Under the first name of `name`, `name-old`, … that is free, or has this content. */
  async function copy(from: string, name: string): Promise<void> {
    if (!existsSync(from)) return;
    const bytes = await readFile(from);
    let to = join(folder, name);
    while (existsSync(to) && !bytes.equals(await readFile(to))) to += '-old';
    if (!existsSync(to)) await writeAtomically(to, bytes);
  }

  return {
    exist: () => names().length > 0 || existsSync(backup()),
    /** Before our config names the new files: a pinned host key must not be missing for a moment. Safe to repeat. */
    async copy(): Promise<void> {
      await copy(backup(), 'config.before-gpu-tray');
      for (const name of names())
        if (IS_KEPT.test(name) && name !== 'known_hosts') await copy(join(old, name), name);
      const pinned = isOwn ? await readTextFileIfAny(join(old, 'known_hosts')) : null;
      if (pinned === null) return;
      const knownHosts = join(folder, 'known_hosts');
      const lines = [...linesIn(await readTextFileIfAny(knownHosts)), ...linesIn(pinned)];
      await writeAtomically(knownHosts, `${[...new Set(lines)].join('\n')}\n`);
    },
    /** Once our config no longer names them. */
    async remove(): Promise<void> {
      for (const path of [...names().map((name) => join(old, name)), backup()])
        await rm(path, { force: true });
    },
  };
}
