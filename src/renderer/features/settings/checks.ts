import { isSshUser, keyFileProblem, PREFERENCES } from '../../../shared/settings/preferences.ts';
import { messages } from './messages.ts';

// Each check returns a message, or null for valid text. Main checks the same rules; terminal commands further.

export function checkNamePrefix(text: string): string | null {
  return PREFERENCES.namePrefix.isValid(text.trim()) ? null : messages.names.badPrefix;
}

const optional = (isValid: (text: string) => boolean, problem: string) => (typed: string) => {
  const text = typed.trim();
  return text === '' || isValid(text) ? null : problem;
};

export const checkSshUser = optional(isSshUser, messages.login.badUser);

/** Null: empty or not a port. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

export const checkSshPort = optional((text) => parsePort(text) !== null, messages.login.badPort);

export function checkIdentityFile(text: string): string | null {
  const problem = keyFileProblem(text.trim());
  return problem === null ? null : messages.login.badKeyFile[problem];
}

export const checkRemoteFolder = optional(
  PREFERENCES.remoteFolder.isValid,
  messages.programs.badFolder,
);

/** Empty: no command. Main reports the rest, such as an unclosed quote. */
export function checkTerminalCommand(text: string): string | null {
  const command = text.trim();
  if (command === '') return null;
  if (!PREFERENCES.terminalCommand.isValid(command)) return messages.programs.tooLong;
  if (command.split('{command}').length !== 2) return messages.programs.oneCommand;
  return command.startsWith('{command}') ? messages.programs.commandFirst : null;
}
