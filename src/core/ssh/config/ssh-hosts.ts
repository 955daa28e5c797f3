import { existsSync, readdirSync } from 'node:fs';
import { chmod, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { failedTo, readTextFileIfAny, withFileLock, writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import { turnFor } from '../../own-turn.ts';
import { hostRecordsText, readHostRecords, type SshHost } from '../host.ts';
import type { AskSsh } from '../probe/ssh-programs.ts';
import { realPath, userConfigPath } from './config-words.ts';
import { configText, EXAMPLE_ADDRESS, type HostContext } from './host-blocks.ts';
import { applyHostUpdate, type HostUpdate } from './host-update.ts';
import type { KnownHosts } from './known-hosts.ts';
import { userAliases } from './user-aliases.ts';

/** Records, pinned keys, locks, and sockets of shared connections. */
const OURS =
  /^(?:hosts\.json.*|known_hosts.*|(?:include\.)?lock|(?:load-)?[0-9a-f]{12,46}(?:\..+)?)$/;

/** Files of ours in `~/.ssh`, where earlier versions wrote them and a pattern of the user's may include them. */
function createOldFiles(context: HostContext) {
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

/** `folder` holds `known_hosts`, `hosts.json` and `lock`. */
export interface SshHostsOptions extends HostContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly knownHosts: Pick<KnownHosts, 'forget'>;
  readonly ask: AskSsh;
  /** The beginning of the aliases, as set by the user. */
  readonly prefix: () => string;
}

/** Hosts that ssh is asked about in each update, as many as most have: a program for each of thousands would cost more than all else. */
const MAX_ASKED = 10;

/** Our SSH config and the records behind it (`hosts.json`). */
export function createSshHosts(options: SshHostsOptions) {
  const { folder, configFile, clock, log, knownHosts, ask } = options;
  const recordsFile = join(folder, 'hosts.json');
  const oldFiles = createOldFiles(options);
  const failed = failedTo(`write the SSH files in ${folder}`);

  async function readRecords(): Promise<readonly SshHost[]> {
    const text = await readTextFileIfAny(recordsFile);
    const records = text === null ? [] : readHostRecords(text);
    if (records === null) log.warn('ssh.hosts.corrupt');
    return records ?? [];
  }

  /** Keeps a strict check of host keys. Hosts that are not asked about count as strict where another one is. */
  async function withStrictness(hosts: readonly SshHost[]): Promise<readonly SshHost[]> {
    const asked = hosts.slice(0, MAX_ASKED).map(async ({ alias, address }) => {
      // A name with the same beginning, since ours precedes the user's lines. Without an answer, the user's may be strict.
      const settings = await ask(`${alias}--`, address ?? EXAMPLE_ADDRESS);
      return typeof settings === 'string' || settings.get('stricthostkeychecking') === 'true';
    });
    const areStrict = await Promise.all(asked);
    return hosts.map(({ isStrict: _, ...host }, at) =>
      (areStrict[at] ?? areStrict.includes(true)) ? { ...host, isStrict: true } : host,
    );
  }

  async function write(
    change: (records: readonly SshHost[]) => ReturnType<typeof applyHostUpdate>,
  ): Promise<readonly SshHost[]> {
    return withFileLock(join(folder, 'lock'), clock, async () => {
      // ssh refuses SSH config files that others can write.
      await chmod(folder, 0o700);
      await oldFiles.copy();
      const stored = await readRecords();
      await turnFor(stored.length);
      const { records: changed, unused } = change(stored);
      const records = await withStrictness(changed);
      // Keys first: an interrupted update removes them next time, because the records still name them.
      await knownHosts.forget(unused);
      // Records before the config, so that every alias in the config has a record.
      await turnFor(records.length);
      await writeIfChanged(recordsFile, hostRecordsText(records));
      await turnFor(records.length);
      await writeIfChanged(configFile, configText(records, options, options.prefix()));
      await oldFiles.remove();
      return records;
    }).catch(failed);
  }

  /** Writes the files again, and moves those of an earlier version. */
  const rewrite = () => write((records) => ({ records: [...records], unused: [] }));

  return {
    rewrite,
    /** The hosts as last written, once the files of an earlier version are moved. @throws as `update` */
    async load(): Promise<readonly SshHost[]> {
      return oldFiles.exist() ? rewrite() : readRecords().catch(failed);
    },
    /** Applies an update and writes the files that change; removes the host keys of VMs that are gone. Returns all hosts. @throws FileError */
    update: (update: HostUpdate) =>
      write((records) =>
        applyHostUpdate(records, update, options.prefix(), () => userAliases(options)),
      ),
  };
}

const PRIVATE_FILE = 0o600;

/** Gives a file this text and mode 0600. An unchanged text is not written again. */
async function writeIfChanged(path: string, text: string): Promise<void> {
  if ((await readTextFileIfAny(path)) === text) await chmod(path, PRIVATE_FILE);
  else await writeAtomically(path, text, PRIVATE_FILE);
}
