import { posix } from 'node:path';
import { configWord, type Homes, slashed, underHome } from '../tools/index.ts';

/** Our configuration file, and how the user's names it. */
export interface IncludeTarget extends Homes {
  /** The folder with our `config`, absolute. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** Our file, with `/` on every platform. */
export function includedFile({ folder, platform }: IncludeTarget): string {
  return `${slashed(folder, platform)}/config`;
}

/**
 * ssh takes an Include's file for a pattern of glob(7), and from OpenSSH 9.9 on expands `%` and `${` in it, which earlier
 * versions did not: a `?` in their place means the same file to all of them.
 */
function asPattern(path: string): string {
  return path.replace(/[[*?]/g, '[$&]').replace(/[%$]/g, '?');
}

/** The Include for our file; null when its path has characters that no line can hold. */
export function includeLine(target: IncludeTarget): string | null {
  // ssh's `~` is the account's home, whatever $HOME says.
  const short = underHome(includedFile(target), target.accountHome, target.platform);
  const word = configWord(asPattern(short));
  return word === null ? null : `Include ${word}`;
}

/** Whether an argument of some Include means our file, however it is written. */
export function meansOurFile(argument: string, target: IncludeTarget): boolean {
  const { platform } = target;
  const accountHome = slashed(target.accountHome, platform);
  const file = includedFile(target);
  const expanded = argument.replace(/^~(?=\/)/, () => accountHome);
  const isAbsolute = expanded.startsWith('/') || /^[A-Za-z]:\//.test(expanded);
  // ssh_config(5): files without absolute paths are those in ~/.ssh.
  const path = posix.normalize(isAbsolute ? expanded : `${accountHome}/.ssh/${expanded}`);
  const same = (one: string, other: string) =>
    platform === 'win32' ? one.toLowerCase() === other.toLowerCase() : one === other;
  return same(path, file) || same(path, asPattern(file));
}
