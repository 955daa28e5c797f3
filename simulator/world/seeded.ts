export type NonEmpty<T> = readonly [T, ...T[]];

/** A number in 0 … 2³²−1 that depends only on `parts`. Every random choice about the fleet comes from it. */
export function hash(...parts: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const part of parts) {
    mixed = Math.imul(mixed ^ part, 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

/** A hash as eight digits. */
export const hex = (value: number) => value.toString(16).padStart(8, '0');

/** In [0, 1). */
export function fraction(...parts: readonly number[]): number {
  return hash(...parts) / 2 ** 32;
}

/** A whole number from `min` to `max`, both included. */
export function between(min: number, max: number, ...parts: readonly number[]): number {
  return min + Math.floor(fraction(...parts) * (max - min + 1));
}

export function pick<T>(from: NonEmpty<T>, ...parts: readonly number[]): T {
  const chosen = from[hash(...parts) % from.length];
  // Not `??`: null may be one of the values.
  return chosen === undefined ? from[0] : chosen;
}

/** A UUID, version 4. */
export function uuid(...parts: readonly number[]): string {
  const digits = [0, 1, 2, 3].map((word) => hex(hash(...parts, 0x75756964, word))).join('');
  const variant = '89ab'[hash(...parts, 4) % 4];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
