import { win32 } from 'node:path';
import { type ProgramSearch, pathFolders, programIn, variable } from '../launch/find-program.ts';

/** Full paths of the OpenSSH programs; null for a missing one. */
export interface SshTools {
  readonly ssh: string | null;
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

export function findSshTools(search: ProgramSearch): SshTools {
  const folders = foldersToSearch(search);
  const extension = search.platform === 'win32' ? '.exe' : '';
  const find = (name: string) => programIn(folders, `${name}${extension}`, search);
  return { ssh: find('ssh'), keyscan: find('ssh-keyscan') };
}
