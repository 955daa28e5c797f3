import { win32 } from 'node:path';
import { type ChildOptions, type RunOutcome, runChild } from '../../run-with-timeout.ts';
import { type ProgramSearch, pathFolders, programIn, variable } from '../launch/find-program.ts';

type SshProgram = 'ssh' | 'ssh-keyscan';

/** Runs a program of OpenSSH; `absent`: not installed. Never rejects. */
export type RunSsh = (
  program: SshProgram,
  args: readonly string[],
  options: Omit<ChildOptions, 'env'>,
) => Promise<RunOutcome>;

/** Searched too, since a desktop may start programs with a short PATH. */
const USUAL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

function foldersToSearch(search: ProgramSearch): readonly string[] {
  const onPath = pathFolders(search);
  if (search.platform !== 'win32') return [...onPath, ...USUAL_FOLDERS];
  const system = variable(search, 'SystemRoot') ?? 'C:\\Windows';
  // Before Git's ssh, which looks for its config elsewhere when HOME is set.
  return [win32.join(system, 'System32', 'OpenSSH'), ...onPath];
}

/** The full path; null: not installed. */
export function findSshProgram(program: SshProgram, search: ProgramSearch): string | null {
  const extension = search.platform === 'win32' ? '.exe' : '';
  return programIn(foldersToSearch(search), `${program}${extension}`, search);
}

/** Searches on each call, so that OpenSSH can be installed while the app runs. */
export function sshRunner(search: ProgramSearch): RunSsh {
  // No graphical prompts.
  const env = { ...search.env, SSH_ASKPASS_REQUIRE: 'never' };
  return async (program, args, options) => {
    const path = findSshProgram(program, search);
    return path === null ? { state: 'absent' } : runChild(path, args, { ...options, env });
  };
}
