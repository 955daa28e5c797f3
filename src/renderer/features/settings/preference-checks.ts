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

/** Null: nothing against it. */
export function checkCurrency(text: string): string | null {
  const { length } = text.trim();
  return length >= 1 && length <= 4 ? null : 'Enter one to four characters, such as $ or EUR.';
}
