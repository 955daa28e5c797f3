const collator = new Intl.Collator('en', { numeric: true });

/** For sorting: what is larger comes first, and what is not known last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}

/** For sorting names for people, in which numbers count as numbers: `job-9` comes before `job-10`. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b);
}
