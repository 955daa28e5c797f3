import { expect, test } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { NO_ACCOUNT_POLLS, pollsAfter } from './polls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 12);

const network: Problem = { kind: 'network' };
const stateWith = (problem: Problem | null): AccountState => ({
  vms: { value: makeVmList([]), problem },
  spend: UNKNOWN_STATE.spend,
});
const LIVE = stateWith(null);
const FAILED = stateWith(network);

type Poll = readonly [minutesLater: number, AccountState, isOnline?: boolean];

/** After these polls, in minutes: how long there was no data, and since when the VMs came steadily. */
function after(...polls: readonly Poll[]) {
  let now = NOW;
  let state = NO_ACCOUNT_POLLS;
  for (const [minutesLater, answer, isOnline = true] of polls) {
    now += minutesLater * MINUTE;
    state = pollsAfter(state, answer, isOnline, now);
  }
  return [state.missedMs / MINUTE, (now - state.steadySince) / MINUTE];
}

test.each<[string, readonly Poll[], readonly [number, number]]>([
  [
    'of polls with data',
    [
      [0, LIVE],
      [2, LIVE],
      [2, LIVE],
    ],
    [0, 4],
  ],
  [
    'of a failed poll',
    [
      [0, LIVE],
      [2, FAILED],
    ],
    [2, 2],
  ],
  [
    'of an outage',
    [
      [0, LIVE],
      [2, FAILED],
      [2, FAILED],
      [2, FAILED],
    ],
    [6, 6],
  ],
  [
    'of data after a short outage',
    [
      [0, LIVE],
      [2, FAILED],
      [2, LIVE],
    ],
    [0, 4],
  ],
  [
    'of data after a long outage',
    [
      [0, LIVE],
      [3, FAILED],
      [3, LIVE],
    ],
    [0, 0],
  ],
  [
    'of polls that fail while offline',
    [
      [0, LIVE],
      [2, FAILED, false],
      [2, FAILED, false],
    ],
    [0, 4],
  ],
  [
    'of a failed poll after a sleep',
    [
      [0, LIVE],
      [9 * 60, FAILED],
    ],
    [5, 9 * 60],
  ],
  [
    'of data after a sleep',
    [
      [0, LIVE],
      [9 * 60, LIVE],
    ],
    [0, 0],
  ],
  [
    'of a clock that was set forward',
    [
      [0, LIVE],
      [120, FAILED],
    ],
    [5, 120],
  ],
  [
    'of a clock that was set back',
    [
      [0, LIVE],
      [2, FAILED],
      [-120, FAILED],
      [1, LIVE],
    ],
    [0, 0],
  ],
])('%s', (_, polls, expected) => {
  expect(after(...polls)).toEqual(expected);
});

test('an account that never had data misses it from its first poll on', () => {
  const first = pollsAfter(NO_ACCOUNT_POLLS, FAILED, true, NOW);
  expect(first.missedMs).toBe(0);
  expect(pollsAfter(first, FAILED, true, NOW + MINUTE).missedMs).toBe(MINUTE);
  expect(pollsAfter(first, FAILED, true, NOW + HOUR).missedMs).toBe(5 * MINUTE);
});
