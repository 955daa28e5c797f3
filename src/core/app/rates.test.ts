import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateSample } from '../../shared/app/index.ts';
import { withRate } from './rates.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function afterRates(steps: readonly { readonly after: number; readonly rate: number | null }[]) {
  let now = 0;
  let samples: readonly RateSample[] = [];
  for (const { after, rate } of steps) {
    now += after;
    samples = withRate(samples, rate, now);
  }
  return { samples, now };
}

describe('withRate', () => {
  it('keeps the array while nothing changes within five minutes', () => {
    const first = withRate([], 1, 0);
    expect(withRate(first, 1, 4 * MINUTE)).toBe(first);
    expect(withRate(first, 1, 5 * MINUTE)).toHaveLength(2);
  });

  it('shows a gap where the rate was unknown', () => {
    const { samples } = afterRates([
      { after: 0, rate: 1 },
      { after: 1_000, rate: null },
      { after: 1_000, rate: 1 },
    ]);
    expect(samples.map(({ rate }) => rate)).toEqual([1, null, 1]);
  });

  it('keeps what held at the beginning of the day, however long ago that was said', () => {
    const { samples } = afterRates([
      { after: 0, rate: 1 },
      { after: 5 * MINUTE, rate: 2 },
      { after: 30 * 60 * MINUTE, rate: 3 },
    ]);
    expect(samples.map(({ rate }) => rate)).toEqual([2, 3]);
  });

  it('holds a day in a bounded number of ordered points, and always ends with the present', () => {
    const step = fc.record({ after: fc.integer({ min: 1, max: 20 * MINUTE }), rate: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 600 }), (steps) => {
        const { samples, now } = afterRates(steps);
        expect(samples.at(-1)?.rate).toBe(steps.at(-1)?.rate);
        expect(samples.length).toBeLessThanOrEqual(2 * 288 + 3);
        for (const [index, { at }] of samples.entries()) {
          expect(at).toBeGreaterThan(samples[index - 1]?.at ?? -1);
          // All but the first, which holds where the day begins.
          if (index > 0) expect(now - at).toBeLessThanOrEqual(DAY + 20 * MINUTE);
        }
      }),
    );
  });
});
