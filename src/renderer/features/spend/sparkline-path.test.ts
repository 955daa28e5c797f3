import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sparkline } from './sparkline-path.ts';

const FRAME = { from: 0, to: 100, width: 100, height: 20 };

describe('the sparkline', () => {
  test('extends each rate to the next sample, and the last one to the end', () => {
    const samples = [
      { at: 0, rate: 1 },
      { at: 40, rate: 2 },
    ];
    expect(sparkline(samples, FRAME)).toEqual({
      line: 'M0 10H40L40 0H100',
      lowest: 1,
      highest: 2,
    });
  });

  test('leaves a gap where the rate is unknown', () => {
    const samples = [
      { at: 0, rate: 2 },
      { at: 20, rate: null },
      { at: 60, rate: 2 },
    ];
    expect(sparkline(samples, FRAME).line).toBe('M0 0H20M60 0H100');
  });

  test('starts inside the frame for an older sample', () => {
    expect(sparkline([{ at: -500, rate: 3 }], FRAME).line).toBe('M0 0H100');
  });

  test('is at the bottom for a rate of zero', () => {
    expect(sparkline([{ at: 0, rate: 0 }], FRAME).line).toBe('M0 20H100');
  });

  test('is empty without known rates', () => {
    expect(sparkline([], FRAME).line).toBe('');
    expect(sparkline([{ at: 10, rate: null }], FRAME).line).toBe('');
  });

  test('stays inside its frame for any rates', () => {
    const sample = fc.record({
      at: fc.integer({ min: -300, max: 300 }),
      rate: fc.option(fc.double(), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        const ordered = samples.toSorted((a, b) => a.at - b.at);
        const { line } = sparkline(ordered, FRAME);
        const moves = [...line.matchAll(/[ML](\S+) ([^HML]+)/g)];
        for (const [, x, y] of moves) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x)).toBeLessThanOrEqual(100);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(20);
        }
        expect(line).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});
