import { expect, test } from 'vitest';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { DAY_MS, HOUR_MS } from '../../shared/format/index.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { contractEnds } from './contract.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** The open stages of a VM whose contract ends that much later; null: it names no end. */
function found(ms: number | null) {
  const endsAt = new Date(NOW + (ms ?? 0)).toISOString();
  const contract = ms === null ? null : { endsAt, effect: 'Then it may be deleted' };
  const vm = makeVm({ id: 'v', label: 'train', status: 'stopped', contract });
  const snapshot = {
    vms: { value: makeVmList([vm]), problem: null },
    spend: { value: makeSpend({ perHour: 1 }), problem: null },
    ...({ asOf: NOW, freshness: 'live' } as const),
  };
  const accounts = [makeAccount({ id: 'a' })];
  const app = { ...initialState(environment, NOW), accounts, snapshots: { a: snapshot } };
  const observed = { app, accountId: 'a', now: NOW, missedMs: 0, steadySince: 0 };
  return (contractEnds.observe(observed, 0) ?? []).filter(({ verdict }) => verdict === 'over');
}

test.each([
  [null, []],
  [3 * DAY_MS + 1, []],
  [3 * DAY_MS, ['a/v/3']],
  [DAY_MS + 1, ['a/v/3']],
  [DAY_MS, ['a/v/1']],
  [-DAY_MS, ['a/v/1']],
  [-2 * DAY_MS, []],
])('a contract that ends in %s ms has the alerts %j', (ms, keys) => {
  expect(found(ms).map(({ key }) => key)).toEqual(keys);
});

test('says when it ends, and what is deleted then', () => {
  const reasons = [found(30 * HOUR_MS), found(-HOUR_MS)].map(([one]) => one?.reason);
  expect(reasons).toEqual([
    'Its contract ends in 30 h. Then it may be deleted',
    'Its contract has ended. Then it may be deleted',
  ]);
});
