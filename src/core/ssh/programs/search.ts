import { posix, win32 } from 'node:path';

/** What finding programs needs to know of the system. */
export interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Whether there is a file at that path which may be run. */
  readonly isProgram: (path: string) => boolean;
}

type Surroundings = Omit<ProgramSearch, 'isProgram'>;

/** A variable of the environment, or null when it is empty; on Windows names are the same in any case, a copy's are not. */
export function variable({ env, platform }: Surroundings, name: string): string | null {
  const value = env[name];
  if (value !== undefined || platform !== 'win32') return value || null;
  const key = Object.keys(env).find((other) => other.toUpperCase() === name.toUpperCase());
  return (key === undefined ? null : env[key]) || null;
}

/** The folders of PATH that count: a relative one, such as `.`, would run what lies where we stand. */
export function pathFolders(surroundings: Surroundings): readonly string[] {
  const path = variable(surroundings, 'PATH') ?? '';
  return surroundings.platform === 'win32'
    ? path.split(win32.delimiter).map(unquoted).filter(isOnDrive)
    : path.split(posix.delimiter).filter(posix.isAbsolute);
}

/** The full path of a program (on Windows with its `.exe`) in the first of these folders that has it, or null. */
export function programIn(
  folders: readonly string[],
  program: string,
  { platform, isProgram }: ProgramSearch,
): string | null {
  const { join } = platform === 'win32' ? win32 : posix;
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null;
}

/** The full path of a program on PATH, or null. */
export function onPath(search: ProgramSearch, program: string): string | null {
  return programIn(pathFolders(search), program, search);
}

/** Entries of PATH may stand in quotes on Windows. */
function unquoted(folder: string): string {
  return folder.replaceAll('"', '');
}

/** `\tools` alone is on whichever drive is the current one. */
function isOnDrive(folder: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(folder);
}
