import { posix, win32 } from 'node:path';

/** The programs of OpenSSH by their full paths; null for one that is not there. */
export interface SshTools {
  readonly ssh: string | null;
  readonly keygen: string | null;
  readonly keyscan: string | null;
}

/** What finding them needs to know of the system. */
export interface ToolSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file at that path which may be run. */
  readonly isProgram: (path: string) => boolean;
}

/** Where OpenSSH stands even when the PATH of a program started from a desktop does not say so. */
const USUAL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Windows knows its variables under any case, and so must a copy of them. */
function variable(env: ToolSearch['env'], name: string): string | undefined {
  const found = Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase());
  return found === undefined ? undefined : env[found];
}

function windowsFolders(env: ToolSearch['env']): readonly string[] {
  const system = variable(env, 'SystemRoot') ?? 'C:\\Windows';
  const onPath = (variable(env, 'PATH') ?? '').split(';').map((part) => part.replaceAll('"', ''));
  // Windows' own first: Git's ssh looks for its configuration elsewhere when HOME is set.
  return [win32.join(system, 'System32', 'OpenSSH'), ...onPath.filter(isDrivePath)];
}

/** `\tools` is on whichever drive is the current one. */
function isDrivePath(folder: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(folder);
}

/**
 * Finds ssh, ssh-keygen and ssh-keyscan. Only absolute folders count: an entry such as `.` in PATH would run what lies in the
 * current folder.
 */
export function findSshTools({ platform, env, isProgram }: ToolSearch): SshTools {
  const isWindows = platform === 'win32';
  const folders = isWindows
    ? windowsFolders(env)
    : [...(env['PATH'] ?? '').split(':').filter(posix.isAbsolute), ...USUAL_FOLDERS];
  const { join } = isWindows ? win32 : posix;
  const find = (name: string): string | null => {
    const file = isWindows ? `${name}.exe` : name;
    return folders.map((folder) => join(folder, file)).find(isProgram) ?? null;
  };
  return { ssh: find('ssh'), keygen: find('ssh-keygen'), keyscan: find('ssh-keyscan') };
}
