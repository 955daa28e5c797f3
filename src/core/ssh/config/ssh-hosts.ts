import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { readTextFileIfAny, withFileLock, writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import { turnFor } from '../../own-turn.ts';
import { UserError } from '../../user-error.ts';
import type { SshHost } from '../host.ts';
import { configText, type HostContext, knownHostsWord } from './host-blocks.ts';
import { type HostRecords, hostRecordsText, readHostRecords } from './host-records.ts';
import { applyHostUpdate, type HostUpdate } from './host-update.ts';
import type { KnownHosts } from './known-hosts.ts';
import { userAliases } from './user-aliases.ts';

/** `folder` holds `config`, `known_hosts`, `hosts.json` and `lock`. */
export interface SshHostsOptions extends HostContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly knownHosts: Pick<KnownHosts, 'forget'>;
}

/** The folder's path cannot be written into an SSH config. */
export class UnusableSshFolder extends UserError {
  override readonly name = 'UnusableSshFolder';

  constructor(folder: string) {
    super({
      kind: 'sshFolder',
      message: `SSH cannot use the folder ${JSON.stringify(folder)}. Use one without “"”, “\\” or “\${”.`,
      action: 'Then restart GPU Tray.',
    });
  }
}

const NO_RECORDS: HostRecords = { records: [], isNewer: false };

/** Our SSH config and the records behind it (`hosts.json`). @throws UnusableSshFolder */
export function createSshHosts(options: SshHostsOptions) {
  const { folder, clock, log, knownHosts } = options;
  if (knownHostsWord(options) === null) throw new UnusableSshFolder(folder);
  const recordsFile = join(folder, 'hosts.json');
  const configFile = join(folder, 'config');

  async function readRecords(): Promise<HostRecords> {
    const text = await readTextFileIfAny(recordsFile);
    if (text === null) return NO_RECORDS;
    const records = readHostRecords(text);
    if (records !== null) return records;
    log.warn('ssh.hosts.corrupt');
    const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-');
    await rename(recordsFile, `${recordsFile}.corrupt-${stamp}`);
    return NO_RECORDS;
  }

  return {
    /** The hosts as last written. Changes nothing. */
    async load(): Promise<readonly SshHost[]> {
      const text = await readTextFileIfAny(recordsFile);
      const records = text === null ? null : readHostRecords(text);
      return (records ?? NO_RECORDS).records;
    },
    /**
     * Applies an update and writes the files that change, unless a newer GPU Tray wrote them; removes the host keys of VMs that are
     * gone. Returns all hosts. @throws LockTimeout, LockUnavailable, or the file system's error
     */
    async update(update: HostUpdate): Promise<readonly SshHost[]> {
      return withFileLock(join(folder, 'lock'), clock, async () => {
        // ssh refuses SSH config files that others can write.
        await chmod(folder, PRIVATE_FOLDER);
        const { records: before, isNewer } = await readRecords();
        if (isNewer) {
          log.warn('ssh.hosts.newer');
          return before;
        }
        await turnFor(before.length);
        const theirs = () => userAliases(options);
        const { records, unused } = applyHostUpdate(before, update, theirs);
        // Keys first: an interrupted update removes them next time, because the records still name them.
        await knownHosts.forget(unused);
        // Records before the config, so that every alias in the config has a record.
        await turnFor(records.length);
        await writeIfChanged(recordsFile, hostRecordsText(records));
        await turnFor(records.length);
        await writeIfChanged(configFile, configText(records, options));
        return records;
      });
    },
  };
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Gives a file this text and mode 0600. An unchanged text is not written again. */
async function writeIfChanged(path: string, text: string): Promise<void> {
  if ((await readTextFileIfAny(path)) === text) await chmod(path, PRIVATE_FILE);
  else await writeAtomically(path, text, PRIVATE_FILE);
}
