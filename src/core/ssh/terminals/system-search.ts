import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import type { TerminalSearch } from './terminal.ts';

/** Looks for terminals on this machine. */
export function systemTerminalSearch(
  platform: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
  home: string,
): TerminalSearch {
  return { platform, env, home, isExecutable: platform === 'win32' ? isThere : isExecutableFile };
}

/** The alias of a Store app, such as wt.exe, cannot be followed but can be run; so the entry itself is all that is asked for. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
