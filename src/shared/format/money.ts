/** Shown for an unknown amount, never a zero. */
export const UNKNOWN_AMOUNT = '—';

/** `1,190`: without `Intl`, which takes 15 ms to load. @param amount below 1e12 */
export function formatNumber(amount: number, digits: number): string {
  // Shifted as text, because 0.345 * 100 is less than 34.5. The text of a tiny amount has an exponent already.
  const rounded = Math.round(Number(`${Math.abs(amount)}e${digits}`) || 0) / 10 ** digits;
  const [whole = '', ...decimals] = rounded.toFixed(digits).split('.');
  const grouped = whole.length < 4 ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const sign = amount < 0 && rounded > 0 ? '-' : '';
  return `${sign}${[grouped, ...decimals].join('.')}`;
}

/** No provider bills more, $. */
const MAX_AMOUNT = 1e12;

function isKnown(amount: number | null): amount is number {
  return amount !== null && Math.abs(amount) < MAX_AMOUNT;
}

/** $; a smaller amount would be a long row of zeros. */
const SMALLEST_AMOUNT = 0.000_001;

/** $ from which cents are left out, and from which an amount is `$1.2M`. */
const WHOLE_FROM = 100;
const COMPACT_FROM = 1e6;

/** Creates `Intl`'s format: only for amounts that no usual list has. */
function compact(size: number, isAtLeast: boolean): string {
  return size.toLocaleString('en-US', {
    notation: 'compact',
    maximumFractionDigits: 1,
    roundingMode: isAtLeast ? 'trunc' : 'halfExpand',
  });
}

/** With cents: `1,234.50`; below a cent with two significant digits, so that it does not read as zero. */
function exactText(size: number, symbol: string): string {
  if (size !== 0 && size < SMALLEST_AMOUNT) return `< ${symbol}0.000001`;
  if (size !== 0 && size < 0.01) return `${symbol}${Number(size.toPrecision(2))}`;
  return `${symbol}${formatNumber(size, 2)}`;
}

/** Down where it is a minimum: `≥ $4.42` is not true of $4.416. */
function roundedText(size: number, isAtLeast: boolean): string {
  const isFloored = isAtLeast && size >= 0.01;
  const shown = isFloored ? Math.floor(size * 100 + 1e-6) / 100 : size;
  const whole = isAtLeast ? Math.floor(shown) : Math.round(size);
  if (whole >= COMPACT_FROM) return `$${compact(size, isAtLeast)}`;
  if (Math.round(shown * 100) >= WHOLE_FROM * 100) return `$${formatNumber(whole, 0)}`;
  return exactText(shown, '$');
}

function signed(amount: number | null, textOf: (size: number) => string): string {
  if (!isKnown(amount)) return UNKNOWN_AMOUNT;
  const text = textOf(Math.abs(amount));
  return amount < 0 && !text.startsWith('<') ? `−${text}` : text;
}

/** An amount on every surface: `$12.50`, `$1,235`, `$1.2M`; `≥ $1,234` where it may be more. */
export function formatMoney(amount: number | null, isAtLeast = false): string {
  const text = signed(amount, (size) => roundedText(size, isAtLeast));
  return isAtLeast && isKnown(amount) ? `≥ ${text}` : text;
}

/** `$1.38/h`, `≥ $0.44/h`; a dash for an unknown rate. @param perHour $/h */
export function formatRate(perHour: number | null, isAtLeast = false): string {
  const text = formatMoney(perHour, isAtLeast);
  return isKnown(perHour) ? `${text}/h` : text;
}

/** With its cents: `$1,234.50`. For what is compared, paid or copied, and on hover. */
export const exactMoney = (amount: number | null) => signed(amount, (size) => exactText(size, '$'));

/** A number that the user typed: `$20`, `$2.50`. */
export const formatLimit = (limit: number) => exactMoney(limit).replace(/\.00$/, '');

export const HIDDEN_AMOUNT = '••••';

/** Where amounts are hidden, puts dots in place of those in a text, as these functions write them. */
export const hiding =
  ({ hideAmounts }: { readonly hideAmounts: boolean }) =>
  (text: string): string =>
    hideAmounts ? text.replace(/[−-]?\$[\d,.]*\d[KMB]?/g, HIDDEN_AMOUNT) : text;

/** For columns of a table: `1,234.50`. */
export const formatAmount = (amount: number | null) =>
  signed(amount, (size) => exactText(size, ''));

/** A typed amount, with a decimal point or comma; null: not one, or ambiguous as `1,250`. */
export function typedAmount(text: string): number | null {
  const figure = text.trim();
  return /^\d+([.,]\d{1,2}|\.\d+)?$/.test(figure) ? Number(figure.replace(',', '.')) : null;
}
