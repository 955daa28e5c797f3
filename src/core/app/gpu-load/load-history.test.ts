import { describe, expect, test } from 'vitest';
import { looksFinished, type VmLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { withFigures, withSample } from './load-history.ts';

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
  return figures.reduce<VmLoad | null>(
    (before, [at, ...loads]) => withFigures(before, loads.map(gpu), minute(at)),
    null,
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
      'restarts after a gap',
      [
        [1, 0],
        [2, 0],
        [6, 0],
        [7, 0],
      ],
      6,
    ],
    [
      'restarts when the clock is set back',
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

describe('a VM looks finished', () => {
  type Part = readonly [minutes: number, load: number | null];

  /** The minutes at which it begins to look finished, with one answer a minute. */
  function finishedAt(parts: readonly Part[]): readonly number[] {
    const loads = parts.flatMap(([minutes, load]) => Array.from({ length: minutes }, () => load));
    let load: VmLoad | null = null;
    const finished = loads.map((percent, at) => {
      load = withFigures(load, [gpu(percent)], minute(at));
      return looksFinished(load, minute(at));
    });
    return finished.flatMap((is, at) => (is && !finished[at - 1] ? [at] : []));
  }

  test.each<[string, readonly Part[], readonly number[]]>([
    [
      '10 min after 30 min of work',
      [
        [31, 90],
        [20, 0],
      ],
      [41],
    ],
    [
      'with a slower end',
      [
        [31, 90],
        [60, 30],
        [20, 0],
      ],
      [101],
    ],
    [
      'not after less work',
      [
        [30, 90],
        [20, 0],
      ],
      [],
    ],
    [
      'not after interrupted work',
      [
        [20, 90],
        [1, 50],
        [20, 90],
        [20, 0],
      ],
      [],
    ],
    [
      'not in a shorter pause',
      [
        [31, 90],
        [10, 0],
        [5, 90],
        [10, 0],
        [1, 90],
      ],
      [],
    ],
    [
      'not while the load is unknown',
      [
        [31, 90],
        [20, null],
      ],
      [],
    ],
    [
      'once, however often it wakes up',
      [
        [31, 90],
        [20, 0],
        [2, 40],
        [20, 0],
        [1, 70],
        [20, 0],
      ],
      [41],
    ],
    [
      'again after further work',
      [
        [31, 90],
        [20, 0],
        [31, 90],
        [20, 0],
      ],
      [41, 92],
    ],
    ['not without work', [[600, 0]], []],
  ])('%s', (_, parts, expected) => {
    expect(finishedAt(parts)).toEqual(expected);
  });

  test('also when its work ended while the computer slept', () => {
    const worked = Array.from({ length: 31 }, (_, at) => at).reduce<VmLoad | null>(
      (load, at) => withFigures(load, [gpu(90)], minute(at)),
      null,
    );
    const awake = withFigures(worked, [gpu(0)], minute(500));
    expect(looksFinished(awake, minute(509))).toBe(false);
    expect(looksFinished(awake, minute(510))).toBe(true);
  });
});

test('the figures of a VM leave out what is unknown of single GPUs', () => {
  const gpus = [
    { ...gpu(90), memoryUsed: 20, memoryTotal: 80 },
    { ...gpu(null), memoryUsed: null, memoryTotal: 80 },
    { ...gpu(30), memoryUsed: 60, memoryTotal: 80 },
  ];
  expect(withFigures(null, gpus, 0)).toMatchObject({ load: 60, memory: 50 });
  const none = { ...gpu(null), memoryUsed: null, memoryTotal: null };
  expect(withFigures(null, [none], 0)).toMatchObject({ load: null, memory: null });
});
