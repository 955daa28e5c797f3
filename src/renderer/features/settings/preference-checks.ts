import { formatAmount } from '../../../shared/format/index.ts';

// The bounds of the contract, said in words before main is asked. A test holds the two together.

const MOST = 1_000_000;

/** A figure as people type it, `3`, `3.50` or `3,50`; null: none. */
export function parseThreshold(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Null: nothing against it. */
export function checkThreshold(text: string): string | null {
  const limit = parseThreshold(text);
  if (limit === null) return 'Enter an amount per hour, such as 3.00.';
  return limit <= MOST ? null : 'Enter less than a million.';
}

/** A limit as it stands in its field. @param limit $/h */
export function thresholdText(limit: number): string {
  return formatAmount(limit).replaceAll(',', '');
}

/** Empty leaves it to ssh. */
export function checkSshUser(text: string): string | null {
  const user = text.trim();
  if (user === '' || /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(user)) return null;
  return 'A user name has letters, digits, dots, dashes and underscores, at most 32.';
}

/** Null where the text is no port, and where it is empty. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Empty leaves it to ssh. */
export function checkSshPort(text: string): string | null {
  return text.trim() === '' || parsePort(text) !== null
    ? null
    : 'A port is a number from 1 to 65535.';
}

export function checkCurrency(text: string): string | null {
  const { length } = text.trim();
  return length >= 1 && length <= 4 ? null : 'Enter one to four characters, such as $ or EUR.';
}
