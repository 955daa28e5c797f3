import type { Command } from './command.ts';
import { quoteCmd } from './quote-cmd.ts';
import { quotePosix } from './quote-posix.ts';
import { quotePowerShell } from './quote-powershell.ts';
import { requirePastable } from './unquotable.ts';

/** The shells a command may be pasted into: posix is sh, dash, bash, zsh and fish. */
export type Shell = 'posix' | 'powershell' | 'cmd';

/**
 * One line which, pasted into that shell, gives the program exactly these words.
 * @throws {Unquotable} when that shell cannot be given them safely: nothing is ever passed on almost right
 */
export function quoteFor(shell: Shell, command: Command): string {
  for (const word of command) requirePastable(word);
  switch (shell) {
    case 'posix':
      return command.map(quotePosix).join(' ');
    case 'powershell':
      return quotePowerShell(command);
    case 'cmd':
      return quoteCmd(command);
  }
}
