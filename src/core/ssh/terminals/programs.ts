import { posix, win32 } from 'node:path';
import type { TerminalSearch } from './terminal.ts';

/** A variable of the environment; on Windows their names are the same in any case. */
export function variable({ env, platform }: TerminalSearch, name: string): string | null {
  const value = env[name];
  if (value !== undefined || platform !== 'win32') return value || null;
  const key = Object.keys(env).find((other) => other.toUpperCase() === name.toUpperCase());
  return (key === undefined ? null : env[key]) || null;
}

/** The full path of a program on PATH, or null. Relative entries are passed over: they would run what lies where we stand. */
export function onPath(search: TerminalSearch, program: string): string | null {
  const isWindows = search.platform === 'win32';
  const { delimiter, join } = isWindows ? win32 : posix;
  const parts = (variable(search, 'PATH') ?? '').split(delimiter);
  const folders = isWindows
    ? parts.map(unquoted).filter(isOnDrive)
    : parts.filter(posix.isAbsolute);
  return folders.map((folder) => join(folder, program)).find(search.isExecutable) ?? null;
}

/** Entries of PATH may stand in quotes on Windows. */
function unquoted(folder: string): string {
  return folder.replaceAll('"', '');
}

/** `\tools` alone is on whichever drive is the current one. */
function isOnDrive(folder: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(folder);
}
