import { Unquotable } from './unquotable.ts';

const PLAIN = /^[0-9A-Za-z.:@_/-]+$/;
/** A bare program's name must not hold `/` or `:`, which cmd ends it at. */
const PLAIN_PROGRAM = /^[0-9A-Za-z._-]+$/;

/** A command for the prompt of cmd; throws `Unquotable` for what it replaces even within quotes. */
export function quoteCmd([program, ...words]: readonly [string, ...string[]]): string {
  return [quoteWord(program, PLAIN_PROGRAM), ...words.map((word) => quoteWord(word, PLAIN))].join(
    ' ',
  );
}

/** For the program, which splits its own command line: quoted as its C library reads it. For cmd: see below. */
function quoteWord(word: string, plain: RegExp): string {
  // At the prompt no escape of `%` holds in every case, and `!` means a variable where delayed expansion is on.
  if (word.includes('%')) throw new Unquotable('cmd would read a percent sign as a variable.');
  if (word.includes('!')) throw new Unquotable('cmd may read an exclamation mark as a variable.');
  if (plain.test(word)) return word;
  const text = `"${escapeForProgram(word)}"`;
  // An inner quote would end the quotes for cmd but not for the program. So with one, no quote is one to cmd.
  return word.includes('"') ? text.replace(/[()^"<>&|]/g, '^$&') : text;
}

/** Backslashes count double before a quote, and only there. */
function escapeForProgram(word: string): string {
  return word.replace(/(\\*)("|$)/g, (_, slashes: string, end: string) =>
    end === '"' ? `${slashes}${slashes}\\"` : `${slashes}${slashes}`,
  );
}
