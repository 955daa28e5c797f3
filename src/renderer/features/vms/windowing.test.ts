import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnRange, offsetsOf, scrollInto } from './windowing.ts';

const heights = fc.array(fc.constantFrom(28, 36, 52), { minLength: 1, maxLength: 400 });

describe('the window on a long list', () => {
  test('offsets run from zero to the whole height', () => {
    expect(offsetsOf([28, 36, 52])).toEqual([0, 28, 64, 116]);
    expect(offsetsOf([])).toEqual([0]);
  });

  test('draws what is in sight and not much more', () => {
    const offsets = offsetsOf(Array.from({ length: 10_000 }, () => 52));
    const { first, end } = drawnRange(offsets, 260_000, 440, 208);
    expect(first).toBe(4_996);
    expect(end - first).toBeLessThan(20);
  });

  test('draws nothing of nothing', () => {
    expect(drawnRange([0], 0, 400, 200)).toEqual({ first: 0, end: 0 });
  });

  test('draws every item that can be seen, wherever one has scrolled to', () => {
    fc.assert(
      fc.property(heights, fc.nat(12_000), fc.nat(600), (list, top, height) => {
        const offsets = offsetsOf(list);
        const { first, end } = drawnRange(offsets, top, height, 0);
        list.forEach((_, index) => {
          const begin = offsets[index] ?? 0;
          const isSeen = begin < top + height && (offsets[index + 1] ?? 0) > top;
          if (isSeen) expect(index >= first && index < end).toBe(true);
        });
      }),
    );
  });

  test('scrolls just far enough to show an item, and not at all when it is shown', () => {
    fc.assert(
      fc.property(heights, fc.nat(399), fc.nat(12_000), (list, wanted, top) => {
        const index = wanted % list.length;
        const offsets = offsetsOf(list);
        const begin = offsets[index] ?? 0;
        const end = offsets[index + 1] ?? 0;
        const scrolled = scrollInto(offsets, index, top, 400);
        expect(begin >= scrolled && end <= scrolled + 400).toBe(true);
        if (begin >= top && end <= top + 400) expect(scrolled).toBe(top);
      }),
    );
  });
});
