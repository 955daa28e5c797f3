/** A VM that has just turned running is tried often; one that cannot be reached from here is not pestered. */
const FIRST_MS = 1_000;
const SLOWEST_MS = 30_000;
/** After this long it is most likely reached by another way, such as a jump host, or not at all. */
const PATIENT_FOR_MS = 10 * 60_000;
const RARELY_MS = 5 * 60_000;

/**
 * ms until the next try.
 * @param tries made so far, at least 1
 * @param elapsedMs since the first of them
 * @param random uniform in [0, 1): ±10 %, so that a fleet is not tried in step
 */
export function untilNextTry(tries: number, elapsedMs: number, random: number): number {
  const grown = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 30), SLOWEST_MS);
  const ms = elapsedMs >= PATIENT_FOR_MS ? RARELY_MS : grown;
  return ms * (0.9 + random * 0.2);
}
