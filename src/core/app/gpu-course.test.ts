import { describe, expect, test } from 'vitest';
import type { VmLoad } from '../../shared/app/index.ts';
import { withFigures, withSample } from './gpu-course.ts';

const minute = (count: number) => count * 60_000;
const gpu = (load: number | null, index = 0) => {
  return { index, load, ...{ memoryUsed: 1, memoryTotal: 2, temperature: 3, power: 4 } };
};

test('a clock that is set back leaves samples in order', () => {
  const samples = [100, 101, 50, 51].reduce<ReturnType<typeof withSample>>(
    (all, at) => withSample(all, [gpu(90)], minute(at)),
    [],
  );
  expect(samples.map(({ at }) => at)).toEqual([minute(50), minute(51)]);
});

/** The load after figures at these minutes. */
function after(figures: readonly (readonly [at: number, ...loads: (number | null)[]])[]) {
  return figures.reduce<VmLoad | undefined>(
    (before, [at, ...loads]) => withFigures(before, loads.map(gpu), minute(at)),
    undefined,
  );
}

describe('the time since which no GPU is used', () => {
  test.each<[string, Parameters<typeof after>[0], number | null]>([
    [
      'begins with the first low figures',
      [
        [1, 90],
        [2, 4],
        [3, 0],
      ],
      2,
    ],
    [
      'ends with one busy GPU',
      [
        [1, 0, 0],
        [2, 0, 5],
      ],
      null,
    ],
    [
      'ends with an unknown load',
      [
        [1, 0],
        [2, null],
      ],
      null,
    ],
    [
      'begins anew after a gap',
      [
        [1, 0],
        [2, 0],
        [6, 0],
        [7, 0],
      ],
      6,
    ],
    [
      'begins anew when the clock is set back',
      [
        [50, 0],
        [51, 0],
        [20, 0],
        [21, 0],
      ],
      20,
    ],
  ])('%s', (_, figures, since) => {
    expect(after(figures)?.lowSince).toBe(since === null ? null : minute(since));
  });
});
