import { expect, test } from 'vitest';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { clockTime, DAY_MS, HOUR_MS, shortDate } from '../../shared/format/index.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import type { AlertStates } from './alert-states.ts';
import { evaluate } from './evaluate.ts';
import { contractEnds } from './vm-rules.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** A VM whose contract ends that much later; null: it names no end. */
function appWith(ms: number | null) {
  const endsAt = new Date(NOW + (ms ?? 0)).toISOString();
  const contract = ms === null ? null : { endsAt, effect: 'Then it may be deleted' };
  const vm = makeVm({ id: 'v', label: 'train', status: 'stopped', contract });
  const snapshot = {
    vms: { value: makeVmList([vm]), problem: null },
    spend: { value: makeSpend({ perHour: 1 }), problem: null },
    ...({ asOf: NOW, freshness: 'live' } as const),
  };
  const accounts = [makeAccount({ id: 'a' })];
  return { ...initialState(environment, NOW), accounts, snapshots: { a: snapshot } };
}

/** The open stages. */
function found(ms: number | null) {
  const observed = { app: appWith(ms), accountId: 'a', now: NOW, missedMs: 0, steadySince: 0 };
  return (contractEnds(observed, 0) ?? []).filter(({ verdict }) => verdict === 'over');
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

test('says when it ends, and what is deleted then, whenever it is read', () => {
  const reasons = [found(30 * HOUR_MS), found(-HOUR_MS)].map(([one]) => one?.reason);
  const on = (at: number) => `${shortDate(at)} at ${clockTime(at)}`;
  expect(reasons).toEqual([
    `Its contract ends on ${on(NOW + 30 * HOUR_MS)}. Then it may be deleted`,
    `Its contract ended on ${on(NOW - HOUR_MS)}. Then it may be deleted`,
  ]);
});

/** What opened and ended at each of these times before the end, in ms. */
function course(...times: readonly number[]) {
  let memory: AlertStates = {};
  return times.map((ms) => {
    const accounts = new Map([['a', { missedMs: 0, steadySince: 0 }]]);
    const observation = { app: appWith(ms), accounts, isCycleOver: false };
    const { opened, ended, memory: next } = evaluate({ contractEnds }, memory, observation, NOW);
    memory = next;
    const stages = (alerts: typeof opened) => alerts.map(({ id }) => /\/(\d)@/.exec(id)?.[1]);
    return [stages(opened), stages(ended), Object.keys(memory).length];
  });
}

test('one day before the end is an alert of its own, in the place of the first', () => {
  expect(course(4 * DAY_MS, 70 * HOUR_MS, 25 * HOUR_MS, 24 * HOUR_MS, HOUR_MS)).toEqual([
    [[], [], 0],
    [['3'], [], 1],
    [[], [], 1],
    [['1'], [], 1],
    [[], [], 1],
  ]);
});
