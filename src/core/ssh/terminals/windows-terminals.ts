import type { Command } from '../command/index.ts';
import { onPath, variable } from '../programs/index.ts';
import { type Launch, plainLaunch, type TerminalRow, type WindowsTerminalId } from './terminal.ts';

interface WindowsRow extends TerminalRow {
  readonly id: WindowsTerminalId;
}

/**
 * Windows Terminal parts its command line at every `;`, even within quotes, unless a backslash stands before it. It then joins
 * the words again with quotes around those with spaces only, escaping nothing, and puts in the values of variables
 * (microsoft/terminal, AppCommandlineArgs.cpp and ConptyConnection.cpp; microsoft/terminal#13264).
 */
function windowsTerminalLaunch(place: string, command: Command): Launch {
  const isLost = (word: string) =>
    word === '' || /["%\p{Cc}]/u.test(word) || (word.includes(' ') && word.endsWith('\\'));
  if (command.some(isLost)) {
    const reason =
      'Windows Terminal cannot be given empty words, quotes, percent signs, or spaces before a final backslash.';
    return { state: 'refused', reason };
  }
  return plainLaunch([place, 'new-tab', ...command.map((word) => word.replaceAll(';', '\\;'))]);
}

/** The alias that the Store puts into every user's profile is on PATH, unless someone has tidied it away. */
function locateWindowsTerminal(search: Parameters<WindowsRow['locate']>[0]): string | null {
  const found = onPath(search, 'wt.exe');
  if (found !== null) return found;
  const profile = variable(search, 'LOCALAPPDATA');
  const alias = `${profile}\\Microsoft\\WindowsApps\\wt.exe`;
  return profile !== null && search.isProgram(alias) ? alias : null;
}

/** In the order of preference. */
export const WINDOWS_TERMINALS: readonly WindowsRow[] = [
  {
    id: 'windows-terminal',
    name: 'Windows Terminal',
    locate: locateWindowsTerminal,
    launch: windowsTerminalLaunch,
  },
  {
    // The classic console as the program: started alone, ssh.exe would have no window, since Node detaches from all consoles.
    id: 'windows-console',
    name: 'Console',
    locate: (search) => {
      const place = `${variable(search, 'SystemRoot') ?? 'C:\\Windows'}\\System32\\conhost.exe`;
      return search.isProgram(place) ? place : null;
    },
    launch: (place, command) => plainLaunch([place, ...command]),
  },
];
