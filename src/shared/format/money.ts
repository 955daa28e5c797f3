/** What stands where an amount is not known: never a zero. */
export const UNKNOWN_AMOUNT = '—';

const cents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const small = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumSignificantDigits: 2,
});

/** An amount with two decimals; one below a cent keeps its first two digits, so that it does not read as nothing. */
export function formatAmount(amount: number | null): string {
  if (amount === null) return UNKNOWN_AMOUNT;
  const isBelowCent = amount !== 0 && Math.abs(amount) < 0.01;
  return (isBelowCent ? small : cents).format(amount);
}

/** @param symbol the currency as the user set it; the service does not name one */
export function formatMoney(amount: number | null, symbol = '$'): string {
  return amount === null ? UNKNOWN_AMOUNT : `${symbol}${formatAmount(amount)}`;
}

export function formatRate(perHour: number | null, symbol = '$'): string {
  return perHour === null ? UNKNOWN_AMOUNT : `${formatMoney(perHour, symbol)}/h`;
}
