import { lstatSync, realpathSync } from 'node:fs';
import { isProgram } from '../programs/index.ts';
import type { TerminalSearch } from './terminal.ts';

/** Looks for terminals on this machine. */
export function systemTerminalSearch(
  platform: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
  home: string,
): TerminalSearch {
  return { platform, env, home, isProgram: platform === 'win32' ? isThere : isProgram, realPath };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** The alias of a Store app, such as wt.exe, cannot be followed but can be run; so the entry itself is all that is asked for. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A folder on PATH that we may not look into.
    return false;
  }
}
