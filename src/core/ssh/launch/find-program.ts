import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Whether there is an executable file at that path. */
  readonly isProgram: (path: string) => boolean;
}

type Environment = Omit<ProgramSearch, 'isProgram'>;

/** Whether a path on this computer is an executable file. */
export function isProgram(path: string): boolean {
  try {
    // The alias of a Store app, such as wt.exe, can be started but not followed.
    if (process.platform === 'win32') return !lstatSync(path).isDirectory();
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** An environment variable, null when empty. On Windows names ignore case, which a copy of `process.env` does not. */
export function variable({ env, platform }: Environment, name: string): string | null {
  const value = env[name];
  if (value !== undefined || platform !== 'win32') return value || null;
  const key = Object.keys(env).find((other) => other.toUpperCase() === name.toUpperCase());
  return (key === undefined ? null : env[key]) || null;
}

/** The absolute folders of PATH: a relative one would run what lies in the current folder. */
export function pathFolders(environment: Environment): readonly string[] {
  const path = variable(environment, 'PATH') ?? '';
  if (environment.platform !== 'win32')
    return path.split(posix.delimiter).filter((folder) => posix.isAbsolute(folder));
  const folders = path.split(win32.delimiter).map((folder) => folder.replaceAll('"', ''));
  // `\tools` alone depends on the current drive.
  return folders.filter((folder) => /^[A-Za-z]:[\\/]/.test(folder));
}

/** The full path of a program in the first folder that has the program, or null. @param program with its `.exe` on Windows */
export function programIn(
  folders: readonly string[],
  program: string,
  { platform, isProgram: exists }: ProgramSearch,
): string | null {
  const { join } = platform === 'win32' ? win32 : posix;
  return folders.map((folder) => join(folder, program)).find(exists) ?? null;
}

export function onPath(search: ProgramSearch, program: string): string | null {
  return programIn(pathFolders(search), program, search);
}
