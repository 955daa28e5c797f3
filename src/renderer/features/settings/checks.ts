import {
  isKeyFile,
  isNamePrefix,
  isRemoteFolder,
  isSshUser,
  isTerminalCommand,
} from '../../../shared/settings/preference-values.ts';
import { messages } from './messages.ts';

// Each check returns a message, or null for valid text. Main checks the same rules; terminal commands further.

export function checkNamePrefix(text: string): string | null {
  return isNamePrefix(text.trim()) ? null : messages.names.badPrefix;
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

export const checkIdentityFile = optional(isKeyFile, messages.login.badKeyFile);

export const checkRemoteFolder = optional(isRemoteFolder, messages.programs.badFolder);

/** Main reports the rest, such as an unclosed quote. */
export const checkTerminalCommand = optional(
  (command) =>
    isTerminalCommand(command) &&
    !command.startsWith('{command}') &&
    command.split('{command}').length === 2,
  messages.programs.badCommand,
);
