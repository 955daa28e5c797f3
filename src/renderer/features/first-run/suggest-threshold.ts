/** Suggested while the rate is zero, $/h. */
const WITHOUT_RATE = 1;
const HEADROOM = 1.5;
/** Round figures within each power of ten. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/**
 * One and a half times the current rate, rounded up to a round figure.
 * @param rate $/h @returns $/h
 */
export function suggestThreshold(rate: number): number {
  if (!Number.isFinite(rate) || rate <= 0) return WITHOUT_RATE;
  const wanted = rate * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = ROUND.find((round) => round * power >= wanted * 0.999) ?? 10;
  return Number((step * power).toPrecision(2));
}
