import {
  isKeyFile,
  isNamePrefix,
  isRemoteFolder,
  isSshUser,
  isTerminalCommand,
} from '../../../shared/settings/preference-values.ts';

// Each check returns a message, or null for valid text. Main checks the same rules; terminal commands further.

export function checkNamePrefix(text: string): string | null {
  return isNamePrefix(text.trim())
    ? null
    : 'Use lower-case letters and digits, at most 16 characters.';
}

const optional = (isValid: (text: string) => boolean, problem: string) => (typed: string) => {
  const text = typed.trim();
  return text === '' || isValid(text) ? null : problem;
};

export const checkSshUser = optional(
  isSshUser,
  'Use letters, digits, dots, dashes and underscores, at most 32 characters.',
);

/** Null: empty or not a port. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

export const checkSshPort = optional(
  (text) => parsePort(text) !== null,
  'Enter a port from 1 to 65535.',
);

export const checkIdentityFile = optional(
  isKeyFile,
  'Enter a path such as ~/.ssh/id_ed25519, without quotes, variables or invisible characters.',
);

export const checkRemoteFolder = optional(
  isRemoteFolder,
  'Start with / or ~, such as ~/project. Quotes are not allowed.',
);

/** Main reports the rest, such as an unclosed quote. */
export const checkTerminalCommand = optional(
  (command) =>
    isTerminalCommand(command) &&
    !command.startsWith('{command}') &&
    command.split('{command}').length === 2,
  'Start with the terminal program, and include {command} exactly once.',
);
