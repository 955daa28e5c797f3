import { isSshUser, keyFileProblem, PREFERENCES } from '../../../shared/app/index.ts';
import { formatAmount } from '../../../shared/format/index.ts';
import { messages } from './messages.ts';

// Each check returns a message, or null for valid text. Main checks the same rules; terminal commands further.

/** `3`, `1250.00`. */
const PLAIN = /^\d+(\.\d+)?$/;
/** As `formatAmount` writes it, `1,250.00`, or without the cents. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** `3,50`: a comma that cannot separate thousands is a decimal comma. */
const DECIMAL_COMMA = /^(\d+,\d{1,2}|0,\d+)$/;

/** An amount as people type it or as the panel writes it; null: invalid or ambiguous. */
export function parseThreshold(text: string): number | null {
  const figure = text.trim();
  if (PLAIN.test(figure)) return Number(figure);
  if (GROUPED.test(figure)) return Number(figure.replaceAll(',', ''));
  return DECIMAL_COMMA.test(figure) ? Number(figure.replace(',', '.')) : null;
}

export function checkThreshold(text: string): string | null {
  const limit = parseThreshold(text);
  if (limit === null)
    return /^[\d.,]*[.,][\d.,]*\d$/.test(text.trim())
      ? messages.alerts.ambiguousAmount
      : messages.alerts.notAnAmount;
  return PREFERENCES.rateThreshold.isValid(limit) ? null : messages.alerts.tooHigh;
}

/** A limit as its field shows it. @param limit $/h */
export function thresholdText(limit: number): string {
  return formatAmount(limit).replaceAll(',', '');
}

export function checkCurrency(text: string): string | null {
  return PREFERENCES.currency.isValid(text.trim()) ? null : messages.appearance.badCurrency;
}

/** Empty: SSH default. */
export function checkSshUser(text: string): string | null {
  const user = text.trim();
  return user === '' || isSshUser(user) ? null : messages.login.badUser;
}

/** Null: empty or not a port. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Empty: SSH default. */
export function checkSshPort(text: string): string | null {
  return text.trim() === '' || parsePort(text) !== null ? null : messages.login.badPort;
}

/** Empty: SSH default. */
export function checkIdentityFile(text: string): string | null {
  const problem = keyFileProblem(text.trim());
  return problem === null ? null : messages.login.badKeyFile[problem];
}

/** Empty: the home folder. */
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
