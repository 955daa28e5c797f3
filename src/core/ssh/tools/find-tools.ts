import { win32 } from 'node:path';
import { type ProgramSearch, pathFolders, programIn, variable } from '../launch/find-program.ts';

/** The programs of OpenSSH by their full paths; null for one that is not there. */
export interface SshTools {
  readonly ssh: string | null;
  readonly keygen: string | null;
  readonly keyscan: string | null;
}

/** Looks for them anew: who installs OpenSSH need not start GPU Tray again. */
export type FindSshTools = () => SshTools;

/** Where OpenSSH stands even when the PATH of a program started from a desktop does not say so. */
const USUAL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

function foldersToSearch(search: ProgramSearch): readonly string[] {
  const onPath = pathFolders(search);
  if (search.platform !== 'win32') return [...onPath, ...USUAL_FOLDERS];
  const system = variable(search, 'SystemRoot') ?? 'C:\\Windows';
  // Windows' own first: Git's ssh looks for its configuration elsewhere when HOME is set.
  return [win32.join(system, 'System32', 'OpenSSH'), ...onPath];
}

/** Finds ssh, ssh-keygen and ssh-keyscan. */
export function findSshTools(search: ProgramSearch): SshTools {
  const folders = foldersToSearch(search);
  const ending = search.platform === 'win32' ? '.exe' : '';
  const find = (name: string) => programIn(folders, `${name}${ending}`, search);
  return { ssh: find('ssh'), keygen: find('ssh-keygen'), keyscan: find('ssh-keyscan') };
}
