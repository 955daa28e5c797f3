import { win32 } from 'node:path';
import type { RunProgram } from '../../run-with-timeout.ts';
import {
  isProgram,
  type ProgramSearch,
  pathFolders,
  programIn,
  variable,
} from '../launch/find-program.ts';

/** Full paths of the OpenSSH programs; null for a missing one. */
export interface SshTools {
  readonly ssh: string | null;
  readonly keygen: string | null;
  readonly keyscan: string | null;
}

/** Searches on each call, so that OpenSSH can be installed while the app runs. */
export type FindSshTools = () => SshTools;

/** Searched too, since a desktop may start programs with a short PATH. */
const USUAL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

function foldersToSearch(search: ProgramSearch): readonly string[] {
  const onPath = pathFolders(search);
  if (search.platform !== 'win32') return [...onPath, ...USUAL_FOLDERS];
  const system = variable(search, 'SystemRoot') ?? 'C:\\Windows';
  // Before Git's ssh, which looks for its config elsewhere when HOME is set.
  return [win32.join(system, 'System32', 'OpenSSH'), ...onPath];
}

/** Finds ssh, ssh-keygen and ssh-keyscan. */
export function findSshTools(search: ProgramSearch): SshTools {
  const folders = foldersToSearch(search);
  const extension = search.platform === 'win32' ? '.exe' : '';
  const find = (name: string) => programIn(folders, `${name}${extension}`, search);
  return { ssh: find('ssh'), keygen: find('ssh-keygen'), keyscan: find('ssh-keyscan') };
}

/** The OpenSSH programs of this computer. */
export function systemSshTools(env: Readonly<NodeJS.ProcessEnv>): FindSshTools {
  return () => findSshTools({ platform: process.platform, env, isProgram });
}

/** The settings that `ssh -G` prints, by lower-case keyword. Repeated keywords are joined by newlines. */
export type SshAnswer = ReadonlyMap<string, string>;

/**
 * Reads ssh's settings for an alias without connecting; null when ssh is missing or its config is invalid, `late` after a
 * timeout (a `Match exec` or a name server hangs, so the next call would probably time out as well).
 */
export type AskSsh = (alias: string) => Promise<SshAnswer | 'late' | null>;

function readAnswer(stdout: string): SshAnswer {
  const answer = new Map<string, string>();
  for (const line of stdout.split(/\r?\n/)) {
    const [, keyword = '', value = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const before = answer.get(keyword);
    if (keyword !== '') answer.set(keyword, before === undefined ? value : `${before}\n${value}`);
  }
  return answer;
}

/** @param configArguments from `configArguments(homes)` */
export function createAskSsh(
  tools: FindSshTools,
  run: RunProgram,
  configArguments: readonly string[],
): AskSsh {
  return async (alias) => {
    const { ssh } = tools();
    if (ssh === null) return null;
    const outcome = await run(ssh, [...configArguments, '-G', '--', alias]);
    if (outcome.state === 'late') return 'late';
    return outcome.state === 'done' ? readAnswer(outcome.stdout) : null;
  };
}
