import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { withFileLock } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import type { BoundedRun } from '../../run-with-timeout.ts';
import type { SshHost } from '../host.ts';
import type { KnownHosts } from '../known-hosts/index.ts';
import type { AskSsh, FindSshTools } from '../tools/index.ts';
import { applyNews, type SshNews } from './apply-news.ts';
import { aliasesIn, configText } from './config-text.ts';
import { knownHostsWord } from './host-lines.ts';
import { type Memory, memoryText, readMemory, type SshRecord, toHost } from './memory.ts';
import { namesOfUser } from './names-of-user.ts';
import { createOptionCheck } from './option-check.ts';
import { ensurePrivateFolder, readOptional, setAside, writeIfChanged } from './own-files.ts';

/** The VMs as ssh's hosts: who is called what, and the configuration file that says so. */
export interface SshHosts {
  /** The hosts as last written. Changes nothing, and waits for nobody but ssh, which is asked about their options. */
  load(): Promise<readonly SshHost[]>;
  /**
   * Takes news in and writes what changed of `config` and the memory; removes the host keys of VMs that are gone. The app and
   * the command line may do so at once. Files of a newer GPU Tray are left as they are.
   * @returns every host, those without an address too
   * @throws LockTimeout, LockUnavailable, or the file system's error
   */
  update(news: SshNews): Promise<readonly SshHost[]>;
  /** Whether ssh takes that further option; true for one it was not asked about, as no host has had it yet. */
  isOption(option: string): boolean;
}

/** Where the files are, and how ssh is asked before they are written. */
export interface SshHostsOptions {
  /** Absolute; holds `config`, `known_hosts`, `hosts.json` and `lock`, and nothing else's. */
  readonly folder: string;
  /** What `~/` means in an identity file. */
  readonly home: string;
  /** What ssh takes `~/` for. */
  readonly accountHome: string;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  readonly tools: FindSshTools;
  /** With a deadline of a few seconds. */
  readonly run: BoundedRun;
  /** Answers from the user's configuration, for candidates of names. */
  readonly ask: AskSsh;
  readonly knownHosts: KnownHosts;
  /** Replaced by tests that count. @returns whether it wrote */
  readonly write?: (path: string, text: string) => Promise<boolean>;
}

/** The folder's path cannot be written into a configuration of ssh. The message is for people. */
export class UnusableSshFolder extends Error {
  override readonly name = 'UnusableSshFolder';

  constructor(folder: string) {
    super(
      `ssh cannot be told of the folder ${JSON.stringify(folder)}: use one without “"”, “\\” or “\${”.`,
    );
  }
}

/** @throws UnusableSshFolder */
export function createSshHosts(options: SshHostsOptions): SshHosts {
  const { folder, home, accountHome, platform, clock, log, ask, knownHosts } = options;
  const { write = writeIfChanged } = options;
  if (knownHostsWord(options) === null) throw new UnusableSshFolder(folder);
  const memoryFile = join(folder, 'hosts.json');
  const configFile = join(folder, 'config');
  const check = createOptionCheck(options.tools, options.run, log);

  const NOTHING: Memory = { records: [], isNewer: false };

  async function remember(): Promise<Memory> {
    const text = await readOptional(memoryFile);
    if (text === null) return NOTHING;
    const memory = readMemory(text);
    if (memory !== null) return memory;
    log.warn('ssh.hosts.corrupt');
    await setAside(memoryFile, clock.now());
    return NOTHING;
  }

  const context = { folder, home, accountHome, platform, isOption: check.isOption };

  async function learnOptions(records: readonly SshRecord[]): Promise<void> {
    await check.learn(records.flatMap(({ login }) => login.options.map((option) => option.trim())));
  }

  async function writeFiles(records: readonly SshRecord[]): Promise<void> {
    await learnOptions(records);
    // The memory first: names that are in the configuration are always remembered.
    await write(memoryFile, memoryText(records));
    await write(configFile, configText(records.map(toHost), context));
  }

  return {
    async load() {
      const { records } = readMemory((await readOptional(memoryFile)) ?? '') ?? NOTHING;
      await learnOptions(records);
      return records.map(toHost);
    },
    async update(news) {
      await ensurePrivateFolder(folder);
      return withFileLock(join(folder, 'lock'), clock, async () => {
        const written = aliasesIn((await readOptional(configFile)) ?? '');
        const { records: before, isNewer } = await remember();
        if (isNewer) {
          log.warn('ssh.hosts.newer');
          await learnOptions(before);
          return before.map(toHost);
        }
        const { records, forgotten } = await applyNews(
          before,
          news,
          namesOfUser(ask, clock),
          written,
        );
        // Before the memory: whoever is interrupted in between forgets them the next time.
        await knownHosts.forget(forgotten);
        await writeFiles(records);
        return records.map(toHost);
      });
    },
    isOption: check.isOption,
  };
}
