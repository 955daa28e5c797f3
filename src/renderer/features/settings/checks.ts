import { isSshUser, keyFileProblem, PREFERENCES } from '../../../shared/settings/index.ts';
import { messages } from './messages.ts';

// Each check returns a message, or null for valid text. Main checks the same rules; terminal commands further.

export function checkCurrency(text: string): string | null {
  return PREFERENCES.currency.isValid(text.trim()) ? null : messages.appearance.badCurrency;
}

export function checkSshUser(text: string): string | null {
  const user = text.trim();
  return user === '' || isSshUser(user) ? null : messages.login.badUser;
}

/** Null: empty or not a port. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

export function checkSshPort(text: string): string | null {
  return text.trim() === '' || parsePort(text) !== null ? null : messages.login.badPort;
}

export function checkIdentityFile(text: string): string | null {
  const problem = keyFileProblem(text.trim());
  return problem === null ? null : messages.login.badKeyFile[problem];
}

export function checkRemoteFolder(text: string): string | null {
  const path = text.trim();
  return path === '' || PREFERENCES.remoteFolder.isValid(path) ? null : messages.programs.badFolder;
}

/** Empty: no command. Main reports the rest, such as an unclosed quote. */
export function checkTerminalCommand(text: string): string | null {
  const command = text.trim();
  if (command === '') return null;
  if (!PREFERENCES.terminalCommand.isValid(command)) return messages.programs.tooLong;
  if (command.split('{command}').length !== 2) return messages.programs.oneCommand;
  return command.startsWith('{command}') ? messages.programs.commandFirst : null;
}
