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

/** The load after figures at these minutes, such as `1: 90, 2: 0 5` of two GPUs; `-`: unknown. */
const after = (figures: string) =>
  figures.split(', ').reduce<VmLoad | null>((before, figure) => {
    const [at, loads = ''] = figure.split(': ');
    const gpus = loads
      .split(' ')
      .map((load, index) => gpu(load === '-' ? null : Number(load), index));
    return withFigures(before, gpus, minute(Number(at)));
  }, null);

test.each([
  ['begins with the first low figures', '1: 90, 2: 4, 3: 0', 2],
  ['ends with one busy GPU', '1: 0 0, 2: 0 5', null],
  ['ends with an unknown load', '1: 0, 2: -', null],
  ['restarts after a gap', '1: 0, 2: 0, 6: 0, 7: 0', 6],
  ['restarts when the clock is set back', '50: 0, 51: 0, 20: 0, 21: 0', 20],
])('the time since which no GPU is used %s', (_, figures, since) => {
  expect(after(figures)?.lowSince).toBe(since === null ? null : minute(since));
});

describe('a VM looks finished', () => {
  /** The minutes at which it begins to look finished, with an answer each minute. @param parts `31 at 90, 20 at -` */
  function finishedAt(parts: string): readonly number[] {
    const loads = parts.split(', ').flatMap((part) => {
      const [minutes, load = '-'] = part.split(' at ');
      return Array<number | null>(Number(minutes)).fill(load === '-' ? null : Number(load));
    });
    let load: VmLoad | null = null;
    const finished = loads.map((percent, at) => {
      load = withFigures(load, [gpu(percent)], minute(at));
      return looksFinished(load, minute(at));
    });
    return finished.flatMap((is, at) => (is && !finished[at - 1] ? [at] : []));
  }

  test.each<[string, string, readonly number[]]>([
    ['10 min after 30 min of work', '31 at 90, 20 at 0', [41]],
    ['with a slower end', '31 at 90, 60 at 30, 20 at 0', [101]],
    ['not after less work', '30 at 90, 20 at 0', []],
    ['not after interrupted work', '20 at 90, 1 at 50, 20 at 90, 20 at 0', []],
    ['not in a shorter pause', '31 at 90, 10 at 0, 5 at 90, 10 at 0, 1 at 90', []],
    ['not while the load is unknown', '31 at 90, 20 at -', []],
    [
      'once, however often it wakes up',
      '31 at 90, 20 at 0, 2 at 40, 20 at 0, 1 at 70, 20 at 0',
      [41],
    ],
    ['again after further work', '31 at 90, 20 at 0, 31 at 90, 20 at 0', [41, 92]],
    ['not without work', '600 at 0', []],
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
