/** Shown for an unknown amount, never a zero. */
export const UNKNOWN_AMOUNT = '—';

/** `1,190`: without `Intl`, which takes 15 ms to load. @param amount below 1e12 */
export function formatNumber(amount: number, digits: number): string {
  // Shifted as text, because 0.345 * 100 is less than 34.5. The text of a tiny amount has an exponent already.
  const rounded = Math.round(Number(`${Math.abs(amount)}e${digits}`) || 0) / 10 ** digits;
  const [whole = '', ...decimals] = rounded.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const sign = amount < 0 && rounded > 0 ? '-' : '';
  return `${sign}${[grouped, ...decimals].join('.')}`;
}

function isKnown(amount: number | null): amount is number {
  return amount !== null && Number.isFinite(amount);
}

/** $; a smaller amount would be a long row of zeros. */
const SMALLEST_AMOUNT = 0.000_001;

function signed(amount: number | null, symbol: string): string {
  if (!isKnown(amount)) return UNKNOWN_AMOUNT;
  const size = Math.abs(amount);
  const sign = amount < 0 ? '−' : '';
  if (size === 0 || (size >= 0.01 && size < 1e12))
    return `${sign}${symbol}${formatNumber(size, 2)}`;
  if (size < SMALLEST_AMOUNT) return `< ${symbol}0.000001`;
  // A list may have such rows: without `Intl`.
  if (size < 0.01) return `${sign}${symbol}${Number(size.toPrecision(2))}`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${sign}${symbol}${size.toLocaleString('en-US', digits)}`;
}

/** `$1,234.50`; below a cent with two significant digits, so that it does not read as zero. */
export const formatMoney = (amount: number | null) => signed(amount, '$');

export const formatAmount = (amount: number | null) => signed(amount, '');

/** Without a started cent, for a minimum: `at least $4.42` is not true of $4.416. */
export function fullCents(amount: number): number {
  return amount < 0.01 ? amount : Math.floor(amount * 100 + 1e-6) / 100;
}

/** `$1.38/h`; a dash for an unknown rate. @param perHour $/h */
export function formatRate(perHour: number | null): string {
  return isKnown(perHour) ? `${formatMoney(perHour)}/h` : UNKNOWN_AMOUNT;
}

/** A total: `at least $0.44/h` where something that is billed is not in it. */
export function formatTotalRate(perHour: number | null, isAtLeast: boolean): string {
  if (!isAtLeast || !isKnown(perHour)) return formatRate(perHour);
  return `at least ${formatRate(fullCents(perHour))}`;
}
