import { type Command, quoteFor, Unquotable } from '../command/index.ts';
import type { Launch } from './terminal.ts';

/**
 * For terminals that take a line of text and not words: the command quoted for a posix shell (or fish), which the user's own
 * shell then reads. Anything that could not be typed as it is makes it refused.
 */
export function withTypedLine(command: Command, launch: (line: string) => Launch): Launch {
  try {
    return launch(quoteFor('posix', command));
  } catch (error) {
    if (error instanceof Unquotable) return { state: 'refused', reason: error.message };
    throw error;
  }
}
