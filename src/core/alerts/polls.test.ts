import { expect, test } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { NO_ACCOUNT_POLLS, pollsAfter } from './polls.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 22, 12);

const network: Problem = { kind: 'network' };
const stateWith = (problem: Problem | null): AccountState => ({
  vms: { value: makeVmList([]), problem },
  spend: UNKNOWN_STATE.spend,
});
const LIVE = stateWith(null);
const FAILED = stateWith(network);

/** After polls such as `2 failed`, minutes after the one before: how long there was no data, and since when the VMs came steadily, min. */
function after(polls: string) {
  let now = NOW;
  let state = NO_ACCOUNT_POLLS;
  for (const poll of polls.split(', ')) {
    const [minutes, answer] = poll.split(' ');
    now += Number(minutes) * MINUTE;
    const report = { after: answer === 'live' ? LIVE : FAILED, asOf: null };
    state = pollsAfter(state, report, answer !== 'offline', now);
  }
  return [state.missedMs / MINUTE, (now - state.steadySince) / MINUTE];
}

test.each<[string, string, readonly [number, number]]>([
  ['polls with data', '0 live, 2 live, 2 live', [0, 4]],
  ['a failed poll', '0 live, 2 failed', [2, 2]],
  ['an outage', '0 live, 2 failed, 2 failed, 2 failed', [6, 6]],
  ['data after a short outage', '0 live, 2 failed, 2 live', [0, 4]],
  ['data after a long outage', '0 live, 3 failed, 3 live', [0, 0]],
  ['polls that fail while offline', '0 live, 2 offline, 2 offline', [0, 4]],
  ['a failed poll after a sleep', '0 live, 540 failed', [5, 540]],
  ['data after a sleep', '0 live, 540 live', [0, 0]],
  ['a clock that was set forward', '0 live, 120 failed', [5, 120]],
  ['a clock that was set back', '0 live, 2 failed, -120 failed, 1 live', [0, 0]],
])('after %s: %s', (_, polls, expected) => {
  expect(after(polls)).toEqual(expected);
});
