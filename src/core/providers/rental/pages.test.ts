import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Page, type PagedListing, readAllPages } from './pages.ts';

interface Item {
  readonly id: string;
}

const item = (index: number): Item => ({ id: `vm-${index}` });
const items = (count: number): Item[] => Array.from({ length: count }, (_, index) => item(index));

interface Walk {
  readonly listing: PagedListing<Item>;
  readonly offsets: readonly number[];
}

async function walk(fetchPage: (offset: number) => Page<Item>): Promise<Walk> {
  const offsets: number[] = [];
  const listing = await readAllPages<Item>(async (offset) => {
    offsets.push(offset);
    return fetchPage(offset);
  });
  return { listing, offsets };
}

/** A service with an unchanging list; null is an unreadable record. */
function unchanging(list: readonly (Item | null)[], cap: number, hasTotal = false) {
  return (offset: number): Page<Item> => ({
    items: list.slice(offset, offset + cap),
    total: hasTotal ? list.length : null,
    hasNext: null,
  });
}

const ids = (list: readonly (Item | null)[]) => list.flatMap((one) => one?.id ?? []);

describe('an unchanging list', () => {
  test.each([0, 1, 49, 50, 51, 98, 99, 100, 101, 500, 501, 10_000])(
    'of %i items is read completely and in order',
    async (count) => {
      const list = items(count);
      for (const cap of [50, 51, 500, 20_000]) {
        for (const hasTotal of [false, true]) {
          const { listing, offsets } = await walk(unchanging(list, cap, hasTotal));
          expect(ids(listing.items)).toEqual(ids(list));
          expect(listing.skipped).toBe(0);
          expect(listing.isComplete).toBe(true);
          expect(offsets.length).toBeLessThanOrEqual(Math.ceil(count / (cap - 1)) + 2);
        }
      }
    },
  );
});

describe('pages smaller than the documented fifty', () => {
  /** What the service says about the rest of the list. */
  const claims = {
    total: (list: readonly Item[]) => ({ total: list.length, hasNext: null }),
    next: (list: readonly Item[], end: number) => ({ total: null, hasNext: end < list.length }),
    nothing: () => ({ total: null, hasNext: null }),
  } as const;

  const pagesOf =
    (list: readonly Item[], cap: number, claim: keyof typeof claims) =>
    (offset: number): Page<Item> => {
      const page = list.slice(offset, offset + cap);
      return { items: page, ...claims[claim](list, offset + page.length) };
    };

  test('are all read where a total or a next page is named, whatever their size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom('total', 'next'),
        async (cap, count, claim) => {
          const { listing, offsets } = await walk(pagesOf(items(count), cap, claim));
          expect(ids(listing.items)).toEqual(ids(items(count)));
          expect(listing.isComplete).toBe(true);
          expect(offsets.length).toBeLessThanOrEqual(Math.ceil(count / Math.max(1, cap - 1)) + 1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([10, 20, 25, 30, 40])('of %i are all read where nothing is named', async (cap) => {
    for (const count of [cap - 1, cap, cap + 1, 2 * cap - 1, 2 * cap, 137]) {
      const { listing } = await walk(pagesOf(items(count), cap, 'nothing'));
      expect(ids(listing.items), `${count}`).toEqual(ids(items(count)));
      expect(listing.isComplete).toBe(true);
    }
  });

  test.each([
    [24, [0]],
    [25, [0, 24]],
    [49, [0]],
  ])('a first page of %i records takes the requests %j', async (count, offsets) => {
    expect((await walk(pagesOf(items(count), 500, 'nothing'))).offsets).toEqual(offsets);
  });

  test('yield an incomplete list where the total promises more than all pages hold', async () => {
    const list = items(25);
    const { listing, offsets } = await walk((offset) => ({
      ...{ items: list.slice(offset), total: 60, hasNext: null },
    }));
    expect(ids(listing.items)).toEqual(ids(list));
    expect(listing.isComplete).toBe(false);
    expect(offsets.length).toBeLessThanOrEqual(3);
  });

  test('yield an incomplete list where a next page exists and the offset is ignored', async () => {
    const page = { items: items(25), total: null, hasNext: true };
    const { listing } = await walk(() => page);
    expect(listing).toMatchObject({ isComplete: false, isRepeating: true });
  });
});

describe('a service that ignores the parameters', () => {
  test('and repeats one page is left after the repetition', async () => {
    const list = items(120);
    const { listing, offsets } = await walk(() => ({ items: list, total: null, hasNext: null }));
    expect(ids(listing.items)).toEqual(ids(list));
    expect(listing.isComplete).toBe(true);
    expect(offsets).toHaveLength(2);
  });

  test('counts the unreadable records of a repeated page once', async () => {
    const list = [null, ...items(60), null];
    const { listing } = await walk(() => ({ items: list, total: null, hasNext: null }));
    expect(listing.skipped).toBe(2);
    expect(listing.items).toHaveLength(60);
  });

  test('and always sends new items gets a bounded number of requests', async () => {
    let next = 0;
    const { listing, offsets } = await walk(() => {
      next += 50;
      return { items: items(50).map((_, index) => item(next + index)), total: null, hasNext: null };
    });
    expect(listing.isComplete).toBe(false);
    expect(offsets.length).toBeLessThanOrEqual(2_010);
  });
});

describe('unreadable records', () => {
  /** `count` records, broken at `places`. */
  const withBroken = (count: number, places: readonly number[]) =>
    items(count).map((one, index) => (places.includes(index) ? null : one));
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index);

  test.each([
    ['one in the middle', 120, [7]],
    ['the first and the last', 120, [0, 119]],
    ['around the border of two pages', 120, [48, 49, 50]],
    ['a run longer than a page', 200, range(30, 130)],
    ['a page but for its first record', 200, range(50, 99)],
    ['all but the last', 120, range(0, 119)],
    ['all of exactly a page', 50, range(0, 50)],
    ['every second', 301, range(0, 150).map((index) => index * 2)],
  ])('%s: are counted once, the others are kept', async (_, count, places) => {
    const list = withBroken(count, places);
    for (const cap of [50, 60, 500]) {
      for (const hasTotal of [false, true]) {
        const { listing } = await walk(unchanging(list, cap, hasTotal));
        expect(ids(listing.items)).toEqual(ids(list));
        expect(listing.skipped).toBe(places.length);
        expect(listing.isComplete).toBe(true);
      }
    }
  });

  test('only, from a service that ignores the offset, yield an incomplete list', async () => {
    const broken = withBroken(50, range(0, 50));
    const { listing, offsets } = await walk(() => ({ items: broken, total: null, hasNext: null }));
    expect(listing.items).toEqual([]);
    expect(listing.skipped).toBeGreaterThanOrEqual(50);
    expect(listing.isComplete).toBe(false);
    expect(offsets.length).toBeLessThanOrEqual(12);
  });
});
