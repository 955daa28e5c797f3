import { isProgram } from '../programs/index.ts';
import { findSshTools, type SshTools } from './find-tools.ts';

/** The programs of OpenSSH on this machine. */
export function systemSshTools(env: Readonly<NodeJS.ProcessEnv>): SshTools {
  return findSshTools({ platform: process.platform, env, isProgram });
}
