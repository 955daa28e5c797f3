import { accessSync, constants, statSync } from 'node:fs';
import { findSshTools, type SshTools } from './find-tools.ts';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The programs of OpenSSH on this machine. */
export function systemSshTools(env: Readonly<Record<string, string | undefined>>): SshTools {
  return findSshTools({ platform: process.platform, env, isProgram });
}
