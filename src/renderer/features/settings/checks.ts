import { formatAmount } from '../../../shared/format/index.ts';
import { messages } from './messages.ts';

// Each check returns a message, or null for valid text. The bounds are those of the IPC contract; a test compares the two.

/** Code points, as zod counts them. */
const lengthOf = (text: string) => [...text].length;

const MAX_THRESHOLD = 1_000_000;
const MAX_PATH = 1_024;
const MAX_COMMAND = 1_000;

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
  return limit <= MAX_THRESHOLD ? null : messages.alerts.tooHigh;
}

/** A limit as its field shows it. @param limit $/h */
export function thresholdText(limit: number): string {
  return formatAmount(limit).replaceAll(',', '');
}

export function checkCurrency(text: string): string | null {
  const length = lengthOf(text.trim());
  return length >= 1 && length <= 4 ? null : messages.appearance.badCurrency;
}

/** Characters that end a line or a quoted word of ssh_config(5), or are invisible. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u;

/** Some distributions' ssh loads a library from such an identity (RFC 7512). */
const LIBRARY = /^pkcs11:/i;

/** Empty: SSH default. */
export function checkSshUser(text: string): string | null {
  const user = text.trim();
  if (user === '' || /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(user)) return null;
  return messages.login.badUser;
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
  const path = text.trim();
  if (path.startsWith('-')) return messages.login.badPathStart;
  if (HARMFUL.test(path)) return messages.login.badPathCharacters;
  if (path.includes('${')) return messages.login.pathVariable;
  if (LIBRARY.test(path)) return messages.login.pkcs11;
  return lengthOf(path) <= MAX_PATH ? null : messages.login.tooLong(MAX_PATH);
}

/** Empty: the home folder. */
export function checkRemoteFolder(text: string): string | null {
  const path = text.trim();
  if (path === '') return null;
  if (!/^[/~]/.test(path)) return messages.programs.badFolderStart;
  if (HARMFUL.test(path)) return messages.login.badPathCharacters;
  return lengthOf(path) <= MAX_PATH ? null : messages.login.tooLong(MAX_PATH);
}

/** Empty: no command. Main reports the rest, such as an unclosed quote. */
export function checkTerminalCommand(text: string): string | null {
  const command = text.trim();
  if (command === '') return null;
  if (lengthOf(command) > MAX_COMMAND) return messages.login.tooLong(MAX_COMMAND);
  if (command.split('{command}').length !== 2) return messages.programs.oneCommand;
  return command.startsWith('{command}') ? messages.programs.commandFirst : null;
}
