import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import { createChunkedStore, WINDOWS_ITEM_LIMIT } from './chunked-store.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';
import { createMemorySecretStore } from './testing/memory-secret-store.ts';

/** UTF-16 of all kinds: NUL, lone surrogates, controls, emoji. */
const texts = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc.string({ minLength: 300, maxLength: 900 }),
);
/** The shortest item limit, in characters, in which a head always fits. */
const MIN_ITEM_LIMIT = 64;
const limits = fc.integer({ min: MIN_ITEM_LIMIT, max: 400 });

class Crash extends Error {}

/** A keychain with writers that can crash before their `k`-th change. */
function keychain(itemLimit: number) {
  const raw = createMemorySecretStore(itemLimit);
  let changes = 0;
  raw.onChange = () => {
    changes += 1;
  };
  return {
    raw,
    store: createChunkedStore(raw, itemLimit),
    async countChanges(run: () => Promise<unknown>) {
      changes = 0;
      await run();
      return changes;
    },
    /** Whether `run` crashed. */
    async crashingBefore(k: number, run: () => Promise<unknown>) {
      const counting = raw.onChange;
      let left = k;
      raw.onChange = () => {
        if (left === 0) throw new Crash();
        left -= 1;
      };
      try {
        await run();
        return false;
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        return true;
      } finally {
        raw.onChange = counting;
      }
    },
  };
}

describe('a random value', () => {
  test('is read back unchanged, from ASCII items within the limit', async () => {
    await fc.assert(
      fc.asyncProperty(texts, limits, async (value, limit) => {
        const { raw, store } = keychain(limit);
        await store.set('account', value);
        expect(await store.get('account')).toBe(value);
        for (const text of raw.items.values()) {
          expect(text).toMatch(/^[\x20-\x7e]+$/);
          expect(text.length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test('leaves its own items only, whatever was stored before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 5 }),
        limits,
        async (values, limit) => {
          const { raw, store } = keychain(limit);
          for (const value of values) await store.set('account', value);
          const fresh = keychain(limit);
          await fresh.store.set('account', values.at(-1) ?? '');
          expect(raw.items.size).toBe(fresh.raw.items.size);
          await store.delete('account');
          expect([...raw.items.keys()]).toEqual([]);
        },
      ),
    );
  });
});

describe('a crash before each change of a write', () => {
  test('leaves the old or the new value, and the next write leaves no orphans', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        texts,
        texts,
        fc.integer({ min: MIN_ITEM_LIMIT, max: 120 }),
        async (old, next, last, limit) => {
          const rehearsal = keychain(limit);
          await rehearsal.store.set('account', old);
          const changes = await rehearsal.countChanges(() => rehearsal.store.set('account', next));

          for (let k = 0; k < changes; k += 1) {
            const { raw, store, crashingBefore } = keychain(limit);
            await store.set('account', old);
            expect(await crashingBefore(k, () => store.set('account', next))).toBe(true);
            expect([old, next]).toContain(await store.get('account'));

            await store.set('account', last);
            expect(await store.get('account')).toBe(last);
            const fresh = keychain(limit);
            await fresh.store.set('account', last);
            expect(raw.items.size).toBe(fresh.raw.items.size);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('twice in a row has the same result', async () => {
    const limit = MIN_ITEM_LIMIT;
    const [old, next, other, last] = ['o', 'n', 'x', 'l'].map((c, i) => c.repeat(300 - 40 * i));
    if (!old || !next || !other || !last) throw new Error('four values');
    for (let first = 0; first < 14; first += 1) {
      for (let second = 0; second < 14; second += 1) {
        const { raw, store, crashingBefore } = keychain(limit);
        await store.set('account', old);
        await crashingBefore(first, () => store.set('account', next));
        await crashingBefore(second, () => store.set('account', other));
        expect([old, next, other]).toContain(await store.get('account'));
        await store.set('account', last);
        expect(await store.get('account')).toBe(last);
        expect(raw.items.size).toBe(1 + Math.ceil((last.length + 2) / (limit - 9)));
      }
    }
  });
});

test('a crash during a deletion leaves the old value or none, and a repeated deletion leaves nothing', async () => {
  const value = 'v'.repeat(500);
  const rehearsal = keychain(MIN_ITEM_LIMIT);
  await rehearsal.store.set('account', value);
  const changes = await rehearsal.countChanges(() => rehearsal.store.delete('account'));
  expect(changes).toBeGreaterThan(5);
  for (let k = 0; k < changes; k += 1) {
    const { raw, store, crashingBefore } = keychain(MIN_ITEM_LIMIT);
    await store.set('account', value);
    await crashingBefore(k, () => store.delete('account'));
    expect([value, null]).toContain(await store.get('account'));
    await store.delete('account');
    expect([...raw.items.keys()]).toEqual([]);
  }
});

test("a short value takes one item, and 10 kB within Windows' limit a few", async () => {
  const { raw, store } = keychain(WINDOWS_ITEM_LIMIT);
  await store.set('account', 'short');
  expect([...raw.items]).toEqual([['account', '1:"short"']]);
  await store.set('account', 'x'.repeat(10_240));
  expect(raw.items.size).toBe(10);
  expect(await store.get('account')).toBe('x'.repeat(10_240));
});

test('a value beyond the maximum is refused, and the old one stays', async () => {
  const { raw, store } = keychain(MIN_ITEM_LIMIT);
  await store.set('account', 'old');
  await expect(store.set('account', 'x'.repeat(60 * 300))).rejects.toMatchObject({
    kind: 'tooLong',
  });
  expect([...raw.items.values()]).toEqual(['1:"old"']);
});

test('without a limit only the item itself is touched', async () => {
  const raw = createMemorySecretStore();
  const touched: string[] = [];
  raw.onChange = (_, item) => touched.push(item);
  const store = createChunkedStore(raw, Number.POSITIVE_INFINITY);
  await store.set('account', 'x'.repeat(100_000));
  await store.delete('account');
  expect(touched).toEqual(['account', 'account']);
});

test.each([
  ['text of another program', 'hunter2'],
  ['a newer format', '2:"hunter2"'],
  ['half a head', '1:{"slot":"a","parts":2'],
  ['absurdly many parts', '1:{"slot":"a","parts":9000000,"generation":"abcdefgh"}'],
  ['parts that are not there', '1:{"slot":"a","parts":2,"generation":"abcdefgh"}'],
])('%s is damaged, and can be overwritten', async (_, foreign) => {
  const { raw, store } = keychain(MIN_ITEM_LIMIT);
  await raw.set('account', foreign);
  const error = await store.get('account').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(KeychainError);
  expect(error).toMatchObject({ kind: 'damaged' });
  expect(String(error)).not.toContain('hunter2');
  await store.set('account', 'mine');
  expect(await store.get('account')).toBe('mine');
});

test('a mixture of two generations is never returned', async () => {
  const { raw, store } = keychain(MIN_ITEM_LIMIT);
  await store.set('account', 'a'.repeat(200));
  const stale = await raw.get('account#a1');
  await store.set('account', 'b'.repeat(200));
  await store.set('account', 'c'.repeat(200));
  await raw.set('account#a1', stale ?? '');
  await expect(store.get('account')).rejects.toMatchObject({ kind: 'damaged' });
});

test('a value changed between the reads of head and parts is read again', async () => {
  const { raw, store } = keychain(MIN_ITEM_LIMIT);
  await store.set('account', 'a'.repeat(200));
  let first = true;
  const changing: SecretStore = {
    ...raw,
    async get(item) {
      if (item === 'account#a0' && first) {
        first = false;
        await store.set('account', 'b'.repeat(200));
      }
      return raw.get(item);
    },
  };
  const racing = createChunkedStore(changing, MIN_ITEM_LIMIT);
  expect(await racing.get('account')).toBe('b'.repeat(200));
});

test('a value is stored even if deleting the old parts fails', async () => {
  const { raw, store } = keychain(MIN_ITEM_LIMIT);
  await store.set('account', 'a'.repeat(200));
  raw.onChange = (change) => {
    if (change === 'delete') throw new KeychainError('notAnswering');
  };
  await store.set('account', 'short');
  expect(await store.get('account')).toBe('short');
  raw.onChange = () => {};
  await store.set('account', 'shorter');
  expect(raw.items.size).toBe(1);
});
