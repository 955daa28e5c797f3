/** A command that a shell cannot be given word for word. The message is a sentence for people. */
export class Unquotable extends Error {
  override readonly name = 'Unquotable';
}

/** C0, DEL and C1, and the two separators that some programs take for a line break. */
const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u;

/**
 * Refuses what no shell can be given by pasting: a terminal acts on control characters (a newline runs the line, a tab
 * completes it) before any quote counts, and a lone surrogate becomes another character on the way.
 */
export function requirePastable(word: string): void {
  if (CONTROL.test(word))
    throw new Unquotable('The command holds a line break or another control character.');
  if (!word.isWellFormed()) throw new Unquotable('The command holds text that is not Unicode.');
}
