import { isProgram } from '../launch/find-program.ts';
import { type FindSshTools, findSshTools } from './find-tools.ts';

/** The programs of OpenSSH on this machine. A look is some twenty questions to the file system: nothing beside a start of ssh. */
export function systemSshTools(env: Readonly<NodeJS.ProcessEnv>): FindSshTools {
  return () => findSshTools({ platform: process.platform, env, isProgram });
}
