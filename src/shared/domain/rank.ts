const collator = new Intl.Collator('en', { numeric: true });

/** Compares numbers for sorting: the largest first, null last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

/** Compares names for sorting, with numbers by value: `job-9` before `job-10`. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b);
}
