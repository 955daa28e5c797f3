/** Words that mean themselves in every shell. */
const PLAIN = /^[0-9A-Za-z.:@_/-]+$/;

/**
 * A word for sh, dash, bash and zsh, and for fish as well: within single quotes fish still reads `\\` and `\'`, and csh and
 * an interactive bash have their eyes on `!`, so those three stand outside, each behind a backslash.
 */
export function quotePosix(word: string): string {
  if (word === '') return "''";
  if (PLAIN.test(word)) return word;
  return word.replace(/['\\!]|[^'\\!]+/g, (part) =>
    part === "'" || part === '\\' || part === '!' ? `\\${part}` : `'${part}'`,
  );
}
