/** Shown for an unknown amount, never a zero. */
export const UNKNOWN_AMOUNT = '—';

const createFormats = () => ({
  cents: new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  }),
  small: new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumSignificantDigits: 2,
  }),
});

/** Created with the first amount: loading the system's number data takes 10 ms. */
let formats: ReturnType<typeof createFormats> | null = null;

function isKnown(amount: number | null): amount is number {
  return amount !== null && Number.isFinite(amount);
}

/** An amount with two decimals, or with two significant digits below a cent, so that it does not read as zero. */
export function formatAmount(amount: number | null): string {
  if (!isKnown(amount)) return UNKNOWN_AMOUNT;
  formats ??= createFormats();
  const isBelowCent = amount !== 0 && Math.abs(amount) < 0.01;
  return (isBelowCent ? formats.small : formats.cents).format(amount);
}

/** @param symbol the user's currency symbol, since the service does not report a currency */
export function formatMoney(amount: number | null, symbol = '$'): string {
  if (!isKnown(amount)) return UNKNOWN_AMOUNT;
  return `${amount < 0 ? '-' : ''}${symbol}${formatAmount(Math.abs(amount))}`;
}

/** `$1.38/h`; a dash for an unknown rate. @param perHour $/h */
export function formatRate(perHour: number | null, symbol = '$'): string {
  return isKnown(perHour) ? `${formatMoney(perHour, symbol)}/h` : UNKNOWN_AMOUNT;
}
