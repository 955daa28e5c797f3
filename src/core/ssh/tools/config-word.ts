/** C0, DEL, C1 and the line separators of Unicode: nothing that could end a line, for ssh or for whoever reads it. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;

/** What means itself without quotes, in every version of ssh. */
const PLAIN = /^[0-9A-Za-z.:@_/~%+,-]+$/;

/**
 * A value as one word of ssh_config(5), in double quotes where it needs them: fewer quotes are fewer for a shell to trip over.
 * Null when no quoting makes it safe. OpenSSH before 8.7 knows no escape within quotes, so that a quote itself cannot be
 * written for all versions.
 */
export function configWord(value: string): string | null {
  if (value === '' || UNPRINTABLE.test(value) || value.includes('"')) return null;
  return PLAIN.test(value) ? value : `"${value.replaceAll('\\', '\\\\')}"`;
}

/**
 * A path as one word of ssh_config(5), taken literally: `%` is doubled, since ssh expands tokens there, and Windows' `\` is
 * written `/`, which OpenSSH takes on every platform. Null when it cannot be written: `${` has no escape.
 * @param tokens put behind the path as they are, for ssh to expand
 */
export function configPath(path: string, platform: NodeJS.Platform, tokens = ''): string | null {
  if (path.includes('${')) return null;
  return configWord(`${slashed(path, platform).replaceAll('%', '%%')}${tokens}`);
}

/** A path with `/` in it on every platform, as ssh takes it on every platform. */
export function slashed(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** An absolute path as ssh's own `~/…` where it is below that home, so that the same words serve on any account. */
export function underHome(path: string, accountHome: string, platform: NodeJS.Platform): string {
  const [whole, home] = [slashed(path, platform), slashed(accountHome, platform)];
  return whole.startsWith(`${home}/`) ? `~${whole.slice(home.length)}` : whole;
}
