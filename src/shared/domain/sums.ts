/** Null when an amount is unknown: a partial sum would look complete. To the millionth, so that 0.1 + 0.2 is 0.3; a single amount stays as it is. */
export function sumAmounts(amounts: readonly (number | null)[]): number | null {
  const [first = 0, ...others] = amounts;
  if (others.length === 0) return first;
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return Math.round(total * 1_000_000) / 1_000_000;
}

/** Null for no rates. A single one is rounded, too: 0.1 + 0.2 of its parts is not above a limit of 0.3. */
export const sumRates = (rates: readonly number[]) =>
  rates.length === 0 ? null : sumAmounts([0, ...rates]);
