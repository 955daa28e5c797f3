import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, fraction, pick, uuid } from './seeded.ts';

const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 4 });

describe('seeded chance', () => {
  it('depends on its parts and on nothing else', () => {
    fc.assert(
      fc.property(numbers, (parts) => {
        expect(fraction(...parts)).toBe(fraction(...parts));
        expect(uuid(...parts)).toBe(uuid(...parts));
      }),
    );
  });

  it('keeps to its bounds', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -50, max: 50 }), fc.nat(100), (parts, min, span) => {
        const value = between(min, min + span, ...parts);
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(min + span);
      }),
    );
  });

  it('spreads evenly over neighbouring seeds', () => {
    const counts = new Map<string | null, number>();
    for (let seed = 0; seed < 4000; seed += 1) {
      const chosen = pick(['a', 'b', 'c', null], 1, seed, 2);
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
    }
    expect(counts.size).toBe(4);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('makes UUIDs of version 4, all different', () => {
    const made = Array.from({ length: 5000 }, (_, seed) => uuid(seed));
    expect(new Set(made).size).toBe(5000);
    for (const id of made) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });
});
