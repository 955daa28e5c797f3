import { expect, test } from 'vitest';
import { makeAccount } from '../testing/make-account.ts';
import { appFreshness, asOfTime, freshnessLabel } from './freshness.ts';
import type { AccountSnapshot, Freshness } from './polling-slice.ts';

const NOW = new Date(2026, 10, 20, 22, 30).getTime();
const MINUTE = 60_000;

const account = (id: string) => makeAccount({ id });

function snapshot(freshness: Freshness, asOf: number | null = NOW): AccountSnapshot {
  const nothing = { value: null, problem: null };
  return { vms: nothing, spend: nothing, asOf, freshness };
}

const live = snapshot('live');
const old = snapshot('outOfDate', NOW - 11 * MINUTE);

test.each<[string, readonly (AccountSnapshot | undefined)[], string]>([
  ['all accounts are live', [live, live], 'Up to date'],
  ['an account was not polled yet', [live, undefined], 'Connecting…'],
  ['a poll is pending', [live, snapshot('starting', null)], 'Connecting…'],
  ['one poll failed', [live, snapshot('retrying')], 'Retrying…'],
  ['one of two accounts is out of date', [live, old], '1 of 2 accounts: as of 22:19'],
  ['both are, the older one counts', [snapshot('outOfDate'), old], 'As of 22:19'],
  ['nothing was ever received', [snapshot('outOfDate', null)], 'No data yet'],
  [
    'nothing was received from one of two',
    [live, snapshot('outOfDate', null)],
    '1 of 2 accounts: no data yet',
  ],
])('the label when %s', (_, list, label) => {
  const accounts = list.map((_each, index) => account(`${index}`));
  const entries = list.flatMap((each, index) => (each === undefined ? [] : [[`${index}`, each]]));
  const freshness = appFreshness({ accounts, snapshots: Object.fromEntries(entries) });
  expect(freshnessLabel(freshness, NOW)).toBe(label);
});

test('names the day unless it is today', () => {
  expect(asOfTime(NOW - 11 * MINUTE, NOW)).toBe('22:19');
  expect(asOfTime(NOW - 24 * 60 * MINUTE, NOW)).toBe('Nov 19, 22:30');
});
