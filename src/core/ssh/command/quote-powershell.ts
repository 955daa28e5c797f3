import { Unquotable } from './unquotable.ts';

/** PowerShell splits `-a.b` in two and takes a leading `@` as its own: those are quoted as well. */
const PLAIN = /^(?:[0-9A-Za-z_/.][0-9A-Za-z.:@_/-]*|-[0-9A-Za-z]+)$/;

/** Programs that PowerShell runs by name; any other is run by `&`, since it may be a keyword or need quotes. */
const BARE_PROGRAMS = new Set(['ssh', 'scp']);

/** A command for Windows PowerShell 5.1 and PowerShell 7 alike; throws `Unquotable` for what they pass on differently. */
export function quotePowerShell([program, ...words]: readonly [string, ...string[]]): string {
  const start = BARE_PROGRAMS.has(program) ? program : `& ${inQuotes(program)}`;
  return [start, ...words.map(quoteWord)].join(' ');
}

/**
 * Windows PowerShell 5.1, and 7 before 7.3, hand native programs a broken command line: double quotes within a word are
 * not escaped, empty words vanish, and a backslash at the end of a word with spaces takes the closing quote along
 * (PowerShell/PowerShell#1995). What would help there is wrong in 7.3 and later.
 */
function quoteWord(word: string): string {
  if (word === '') throw new Unquotable('PowerShell drops an empty word on the way to a program.');
  if (word.includes('"'))
    throw new Unquotable('Versions of PowerShell disagree on how to pass a double quote on.');
  if (/\s/.test(word) && word.endsWith('\\'))
    throw new Unquotable('PowerShell cannot pass on a word with spaces that ends in a backslash.');
  return PLAIN.test(word) ? word : inQuotes(word);
}

/** PowerShell takes typographic single quotes for plain ones; each is doubled, as a plain one is. */
function inQuotes(word: string): string {
  return `'${word.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
