/** Where each item begins, and at last where all end, px: one more number than items. */
export function offsetsOf(heights: readonly number[]): readonly number[] {
  const offsets = [0];
  let end = 0;
  for (const height of heights) {
    end += height;
    offsets.push(end);
  }
  return offsets;
}

/** Half open: `first` is drawn, `end` is not. */
export interface DrawnRange {
  readonly first: number;
  readonly end: number;
}

/** The last item that begins at or above a position; binary, because scrolling asks for it on every frame. */
function itemAt(offsets: readonly number[], position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/** The items that touch what is in sight. All in px. @param margin drawn beyond either edge, so that scrolling shows no gap */
export function drawnRange(
  offsets: readonly number[],
  top: number,
  height: number,
  margin: number,
): DrawnRange {
  const count = offsets.length - 1;
  if (count === 0) return { first: 0, end: 0 };
  return {
    first: itemAt(offsets, top - margin),
    end: Math.min(count, itemAt(offsets, top + height + margin) + 1),
  };
}

/** Where to scroll so that an item is all in sight; the same place when it is. */
export function scrollInto(
  offsets: readonly number[],
  index: number,
  top: number,
  height: number,
): number {
  const begin = offsets[index] ?? 0;
  const end = offsets[index + 1] ?? begin;
  if (begin < top) return begin;
  return end > top + height ? end - height : top;
}
