import { expect, test } from 'vitest';
import type { VmList } from '../../shared/domain/account-state.ts';
import { inStatus, makeVmList } from '../../shared/domain/testing/records.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createRuns } from './poll-account.ts';
import { vm } from './testing/records.ts';

/** A record: its status, the minute at which its run began, and whether the minute is rounded. */
type Listed = readonly [status: string, minute: number | null, isStartRounded?: boolean];

const NOW = Date.UTC(2026, 10, 20, 9);
const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString();

test.each<[string, Listed, Listed, number | null]>([
  ['moves by less than two minutes', ['running', -60], ['running', -58.1, true], -60],
  ['moves back by less than two minutes', ['running', -60], ['running', -61.9, true], -60],
  ['is not told now', ['running', -60], ['running', null], -60],
  ['is told now', ['running', null], ['running', -60, true], -60],
  ['is later by two minutes', ['running', -60], ['running', -58, true], -58],
  ['moves back with the clock', ['running', -60], ['running', -90, true], -90],
  ['is exact', ['running', -60], ['running', -59, false], -59],
  ['is unknown after a stop', ['stopped', null], ['running', null], 0],
  ['is unknown after a stop that keeps it', ['stopped', -60], ['running', null], 0],
  ['is unknown after an interruption', ['interrupted', null], ['running', null], 0],
  ['is told after a stop', ['stopped', null], ['running', -12, true], -12],
  ['is unknown while its host is offline', ['running', -60], ['offline', null], -60],
  ['is unknown after its host was offline', ['offline', -60], ['running', null], -60],
])('the start of a run that %s', (_, before, after, expected) => {
  const record = ([status, minute, isStartRounded = true]: Listed) =>
    vm('a', {
      ...inStatus(status),
      startedAt: minute === null ? null : at(minute),
      isStartRounded,
    });
  const next = makeVmList([record(after)]);
  const withRuns = createRuns(createVirtualClock(NOW));
  const settled = withRuns(makeVmList([record(before)]), next);
  expect(settled.vms[0]?.startedAt).toBe(expected === null ? null : at(expected));
  expect(withRuns(settled, next)).toBe(settled);
  expect(withRuns(null, next)).toEqual(next);
});

/** Uptimes in minutes, and by how many minutes the clock was set since the list before. */
test.each<[string, readonly (readonly [uptime: number, set: number])[], number]>([
  [
    'set forward',
    [
      [60, 0],
      [70, 90],
      [80, 0],
      [90, 0],
    ],
    1,
  ],
  [
    'set back',
    [
      [60, 0],
      [70, -90],
      [80, 0],
      [90, 0],
    ],
    1,
  ],
  [
    'set forward during a restart',
    [
      [60, 0],
      [5, 90],
      [15, 0],
    ],
    2,
  ],
  [
    'set by a little each time',
    [
      [60, 0],
      [70, 1.5],
      [80, 1.5],
      [90, 1.5],
    ],
    1,
  ],
])('the runs of a VM with a clock that is %s', async (_, lists, runs) => {
  const clock = createVirtualClock(NOW);
  const withRuns = createRuns(clock);
  const starts = new Set<string | null>();
  let list: VmList | null = null;
  for (const [uptime, set] of lists) {
    clock.setWall(set * 60_000);
    const startedAt = new Date(clock.now() - uptime * 60_000).toISOString();
    const running = inStatus('running');
    list = withRuns(list, makeVmList([vm('a', { ...running, startedAt, isStartRounded: true })]));
    starts.add(list.vms[0]?.startedAt ?? null);
    await clock.advance(10 * 60_000);
  }
  expect(starts.size).toBe(runs);
});

test('a restart in a list that was not applied is another run in the next one', async () => {
  const clock = createVirtualClock(NOW);
  const withRuns = createRuns(clock);
  const listed = (minute: number) =>
    makeVmList([vm('a', { ...inStatus('running'), startedAt: at(minute), isStartRounded: true })]);
  const before = withRuns(null, listed(-60));
  withRuns(before, listed(-1));
  expect(withRuns(before, listed(-1)).vms[0]?.startedAt).toBe(at(-1));
});
