/**
 * The first of all as sorting would have them, without sorting all: a menu of ten is made of ten thousand VMs at every change.
 * @param compare as `Array.sort` takes it
 */
export function firstFew<T>(
  all: readonly T[],
  most: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const few: T[] = [];
  for (const one of all) {
    const last = few.at(-1);
    if (few.length >= most && (last === undefined || compare(one, last) >= 0)) continue;
    const place = few.findLastIndex((kept) => compare(one, kept) >= 0) + 1;
    few.splice(place, 0, one);
    if (few.length > most) few.pop();
  }
  return few;
}
