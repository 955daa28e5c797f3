import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type PagedListing, readAllPages } from './pages.ts';

/** A change of the list between two requests. */
interface Change {
  /** Number of items inserted at the head. */
  readonly inserted: number;
  /** Positions of deleted items, as fractions of the list's length. */
  readonly deletedAt: readonly number[];
}

type Row = { readonly id: string; readonly isBroken: boolean };

class MovingList {
  rows: Row[];
  /** Ids present from the first request until now. */
  readonly throughout: Set<string>;
  #created = 0;

  constructor(count: number, brokenEvery: number) {
    this.rows = Array.from({ length: count }, (_, index) => ({
      id: `old-${index}`,
      isBroken: brokenEvery > 0 && index % brokenEvery === brokenEvery - 1,
    }));
    this.throughout = new Set(this.rows.filter((row) => !row.isBroken).map((row) => row.id));
  }

  apply(change: Change): void {
    for (const fraction of change.deletedAt) {
      const [gone] = this.rows.splice(Math.floor(fraction * this.rows.length), 1);
      if (gone) this.throughout.delete(gone.id);
    }
    for (let count = 0; count < change.inserted; count += 1) {
      this.#created += 1;
      this.rows.unshift({ id: `new-${this.#created}`, isBroken: false });
    }
  }
}

interface Walk {
  readonly listing: PagedListing<Row>;
  readonly requests: number;
  /** The last two pages were equal, as from a service that ignores the offset. */
  readonly endsRepeated: boolean;
}

async function walk(
  list: MovingList,
  caps: readonly number[],
  hasTotal: boolean,
  changes: readonly Change[],
): Promise<Walk> {
  let requests = 0;
  const pages: string[] = [];
  const listing = await readAllPages<Row>(async (offset) => {
    const change = changes[requests - 1];
    if (change) list.apply(change);
    const cap = caps[requests % caps.length] ?? 50;
    requests += 1;
    const rows = list.rows.slice(offset, offset + cap);
    pages.push(rows.map((row) => row.id).join());
    return {
      items: rows.map((row) => (row.isBroken ? null : row)),
      total: hasTotal ? list.rows.length : null,
      hasNext: null,
    };
  });
  return { listing, requests, endsRepeated: requests > 1 && pages.at(-1) === pages.at(-2) };
}

function change(mostInserted: number, mostDeleted: number): fc.Arbitrary<Change> {
  return fc.record({
    inserted: fc.nat(mostInserted),
    deletedAt: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: mostDeleted }),
  });
}

const caps = fc.array(fc.integer({ min: 50, max: 130 }), { minLength: 1, maxLength: 4 });

function foundThroughout(listing: PagedListing<Row>, list: MovingList): string[] {
  return listing.items.map((row) => row.id).filter((id) => list.throughout.has(id));
}

function inOrder(list: MovingList): string[] {
  return list.rows.map((row) => row.id).filter((id) => list.throughout.has(id));
}

describe('a list that changes while it is read', () => {
  test('yields each item present throughout exactly once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 600 }),
        fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 60 })),
        caps,
        fc.boolean(),
        // The reader takes up to ten steps back, and each change costs at most one. With 48 inserted items, a page whose last
        // record is unreadable comes again as it was, as from a service that ignores the offset.
        fc.array(change(47, 30), { maxLength: 10 }),
        async (count, brokenEvery, sizes, hasTotal, changes) => {
          const list = new MovingList(count, brokenEvery);
          const { listing, requests } = await walk(list, sizes, hasTotal, changes);
          expect(foundThroughout(listing, list)).toEqual(inOrder(list));
          expect(new Set(listing.items.map((row) => row.id)).size).toBe(listing.items.length);
          expect(listing.isComplete).toBe(true);
          expect(requests).toBeLessThan(60);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is read completely or marked as incomplete, in bounded requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1500 }),
        fc.constantFrom(50, 70),
        fc.boolean(),
        fc.array(change(200, 200), { maxLength: 60 }),
        async (count, cap, hasTotal, changes) => {
          const list = new MovingList(count, 0);
          const { listing, requests, endsRepeated } = await walk(list, [cap], hasTotal, changes);
          expect(new Set(listing.items.map((row) => row.id)).size).toBe(listing.items.length);
          if (listing.isComplete && !endsRepeated)
            expect(foundThroughout(listing, list)).toEqual(inOrder(list));
          expect(requests).toBeLessThan(500);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const nothing: Change = { inserted: 0, deletedAt: [] };

describe('between two requests', () => {
  test('several pages can be deleted', async () => {
    const list = new MovingList(400, 0);
    const purge: Change = { inserted: 0, deletedAt: Array.from({ length: 120 }, () => 0) };
    const { listing } = await walk(list, [50], false, [nothing, nothing, nothing, purge]);
    expect(foundThroughout(listing, list)).toEqual(inOrder(list));
    expect(listing.isComplete).toBe(true);
  });

  test('constant deletions yield an incomplete list', async () => {
    const list = new MovingList(2_000, 0);
    const steady = Array.from({ length: 60 }, (): Change => ({ inserted: 0, deletedAt: [0] }));
    const { listing, requests } = await walk(list, [50], false, steady);
    expect(listing.isComplete).toBe(false);
    expect(requests).toBeLessThan(100);
  });
});
