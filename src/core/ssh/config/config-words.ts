import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The home folder of the user's SSH config, and that of ssh. */
export interface Homes {
  /** `os.homedir()`: follows `$HOME`. */
  readonly home: string;
  /** `os.userInfo().homedir`: the home folder in the user database, the only one that ssh uses. */
  readonly accountHome: string;
}

export const userConfigPath = ({ home }: Homes) => join(home, '.ssh', 'config');

/** Without symbolic links, as far as the path exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The arguments that make ssh read the user's SSH config: empty, unless `$HOME` differs from the user database. */
export function configArguments(homes: Homes): readonly string[] {
  // `$HOME` may end in a slash or be a symbolic link.
  const isSame = realPath(homes.home) === realPath(homes.accountHome);
  return isSame ? [] : ['-F', userConfigPath(homes)];
}

/** The lines of a text with their endings, so that joining them gives the text again. */
export const linesOf = (text: string) => text.split(/(?<=\n)/);

/** C0, DEL, C1 and the Unicode line separators. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;

/** Needs no quotes in every version of ssh. */
const PLAIN = /^[0-9A-Za-z.:@_/~%+,-]+$/;

/** One word of ssh_config(5), quoted only where needed; null: before 8.7, OpenSSH has no escape for a quote within quotes. */
export function configWord(value: string): string | null {
  if (value === '' || UNPRINTABLE.test(value) || value.includes('"')) return null;
  return PLAIN.test(value) ? value : `"${value.replaceAll('\\', '\\\\')}"`;
}

/** A path as one word, with `%` doubled and `/` on Windows; null: `${` has no escape. @param tokens appended for ssh to expand */
export function configPath(path: string, platform: NodeJS.Platform, tokens = ''): string | null {
  if (path.includes('${')) return null;
  return configWord(`${slashed(path, platform).replaceAll('%', '%%')}${tokens}`);
}

/** A path with `/` as its separator, which ssh accepts on every platform. */
export function slashed(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** Shortens an absolute path to `~/…` where it is below ssh's home folder. */
export function underHome(path: string, accountHome: string, platform: NodeJS.Platform): string {
  const [whole, home] = [slashed(path, platform), slashed(accountHome, platform)];
  return whole.startsWith(`${home}/`) ? `~${whole.slice(home.length)}` : whole;
}
