/** C0, DEL, C1 and the line separators of Unicode: nothing that could end a line, for ssh or for whoever reads it. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;

/**
 * A value as one word of ssh_config(5), in double quotes; null when no quoting makes it safe. OpenSSH before 8.7 knows no
 * escape within quotes, so that a quote itself cannot be written for all versions.
 */
export function configWord(value: string): string | null {
  if (value === '' || UNPRINTABLE.test(value) || value.includes('"')) return null;
  return `"${value.replaceAll('\\', '\\\\')}"`;
}

/**
 * A path as one word of ssh_config(5), taken literally: `%` is doubled, since ssh expands tokens there, and Windows' `\` is
 * written `/`, which OpenSSH takes on every platform. Null when it cannot be written: `${` has no escape.
 */
export function configPath(path: string, platform: NodeJS.Platform): string | null {
  if (path.includes('${')) return null;
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return configWord(slashed.replaceAll('%', '%%'));
}
