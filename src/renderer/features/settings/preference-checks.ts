import { formatAmount } from '../../../shared/format/index.ts';

// The bounds of the contract, said in words before main is asked. A test holds the two together.

const MOST = 1_000_000;

/** `3`, `1250.00`. */
const PLAIN = /^\d+(\.\d+)?$/;
/** As `formatAmount` groups it, `1,250.00`, or without the cents. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** `3,50`: what cannot be thousands is a decimal comma. */
const DECIMAL_COMMA = /^(\d+,\d{1,2}|0,\d+)$/;

/** A figure as people type it, and as the panel writes it; null: none, or it may be several. */
export function parseThreshold(text: string): number | null {
  const figure = text.trim();
  if (PLAIN.test(figure)) return Number(figure);
  if (GROUPED.test(figure)) return Number(figure.replaceAll(',', ''));
  return DECIMAL_COMMA.test(figure) ? Number(figure.replace(',', '.')) : null;
}

/** Null: nothing against it. */
export function checkThreshold(text: string): string | null {
  const limit = parseThreshold(text);
  if (limit === null)
    return /^[\d.,]*[.,][\d.,]*\d$/.test(text.trim())
      ? 'Write it as 3.50, or with commas between thousands as 1,250.00.'
      : 'Enter an amount per hour, such as 3.00.';
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
