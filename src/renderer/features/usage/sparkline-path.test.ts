import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sparkline } from './sparkline-path.ts';

const FRAME = { from: 0, to: 100, width: 100, height: 20 };

describe('the sparkline', () => {
  test('extends each rate to the next sample and the last one to the end, where it has a point', () => {
    const samples = [
      { at: 0, rate: 1 },
      { at: 40, rate: 2 },
      { at: 60, rate: 0 },
    ];
    expect(sparkline(samples, FRAME)).toEqual({
      line: 'M0 10H40L40 0H60L60 20H100',
      now: 'M100 20h0',
      lowest: 0,
      highest: 2,
      missingMs: 0,
    });
  });

  test('leaves a gap where the rate is unknown, and has no point there', () => {
    const samples = [
      { at: -500, rate: 2 },
      { at: 20, rate: null },
      { at: 60, rate: 2 },
      { at: 70, rate: 1 },
      { at: 90, rate: null },
    ];
    expect(sparkline(samples, FRAME)).toMatchObject({
      ...{ line: 'M0 0H20M60 0H70L70 10H90', now: '' },
      missingMs: 40 + 10,
    });
  });

  test('is empty with fewer than three known rates', () => {
    const samples = [
      { at: 0, rate: 1 },
      { at: 10, rate: null },
      { at: 20, rate: 1 },
    ];
    expect(sparkline(samples, FRAME)).toMatchObject({ line: '', now: '' });
    expect(sparkline([], FRAME).line).toBe('');
  });

  test('stays inside its frame for every rate', () => {
    const sample = fc.record({
      at: fc.integer({ min: -300, max: 300 }),
      rate: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null }),
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
