import { describe, expect, test } from 'vitest';
import type { AccountState } from '../../../shared/domain/account-state.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeLaunch } from '../../../shared/launch/testing/launch.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { shownCost } from '../../../shared/usage/app-totals.ts';
import { vm } from '../../monitor/testing/records.ts';
import {
  applyAccounts,
  applyPoll,
  applyUsageReport,
  EMPTY_SNAPSHOT,
  withAgedCosts,
  withMeasured,
  withNextPoll,
  withoutSnapshot,
} from './apply-poll.ts';
import type { CoreState } from './state-store.ts';
import { account, coreWith, HOUR, NOW, polled, report, stateOf } from './testing/polled.ts';

test('a VM whose record stays the same is idle after 10 min', () => {
  const listed = stateOf([vm('1', { status: 'running', cpuPercent: 1, ramPercent: 1 })]);
  const first = polled(coreWith(account('a')), 'a', listed);
  let core: CoreState = first;
  for (let minutes = 1; minutes <= 10; minutes += 1)
    core = polled(core, 'a', core.snapshots['a'] ?? listed, NOW + minutes * 60_000);
  expect(first.vmWaste).toEqual({});
  expect(core.vmWaste).toMatchObject({ 'a/1': { reason: 'idle', since: NOW } });
  // The hours of a sleep are unknown.
  const woken = { ...report('a', listed, listed), isAfterWake: true };
  expect(applyPoll(core, woken, NOW + 8 * HOUR).core.vmWaste).toEqual({});
});

const BILL = {
  ...{ accountId: 'a', at: NOW, today: 10, month: 100, vms: {}, problem: null, dueAt: NOW },
};

describe('applyPoll', () => {
  test('shows the snapshot, the rate and the growing costs', () => {
    const core = applyUsageReport(coreWith(account('a')), BILL, NOW);
    const app = polled(core, 'a', stateOf([vm('1')], 2));
    expect(app.snapshots['a']).toEqual({
      ...stateOf([vm('1')], 2),
      ...{ asOf: NOW, freshness: 'live' },
    });
    expect(app.rates).toEqual([{ at: NOW, rate: 2 }]);
    expect(app.costs.today).toEqual({ known: 10, asOf: NOW, perHour: 2 });
  });

  test('sums up the costs that are known, which grow by the rates of their accounts', () => {
    const silent = { ...account('b'), can: [] };
    const none = { today: null, month: null, isSilent: true };
    const billed = applyUsageReport(coreWith(account('a'), silent), BILL, NOW);
    const reported = applyUsageReport(billed, { ...BILL, accountId: 'b', ...none }, NOW);
    const before = polled(reported, 'a', stateOf([vm('1')], 2));
    const after = polled(before, 'b', stateOf([vm('2')], 3));
    const cost = { asOf: NOW, perHour: 2, isAtLeast: true };
    expect(after.costs).toEqual({
      today: { known: 10, ...cost },
      month: { known: 100, ...cost },
    });
    expect(after.missingCosts).toBeNull();
  });

  test('keeps every object when nothing changed', () => {
    const unknownStart = { createdAt: null, startedAt: null };
    const first = polled(coreWith(account('a')), 'a', stateOf([vm('1', unknownStart)]));
    const same = first.snapshots['a'] ?? EMPTY_SNAPSHOT;
    const { core, events } = applyPoll(first, report('a', same, same), NOW + HOUR);
    const { memory: _, ...app } = core;
    for (const [part, value] of Object.entries(app)) expect(value).toBe(Reflect.get(first, part));
    expect(events).toEqual([]);
  });

  test('shows when an account is polled again only after a failed poll', () => {
    const problem: Problem = { kind: 'network' };
    const live = polled(coreWith(account('a')), 'a', stateOf([vm('1')]));
    const failed = polled(coreWith(account('a')), 'a', {
      vms: { value: null, problem },
      spend: { value: null, problem },
    });
    expect(withNextPoll(live, 'a', NOW)).toBe(live);
    const retried = withNextPoll(failed, 'a', NOW);
    expect(retried.nextPolls).toEqual({ a: NOW });
    expect(withNextPoll(retried, 'a', NOW)).toBe(retried);
    expect(withNextPoll({ ...live, nextPolls: { a: NOW } }, 'a', NOW + 1).nextPolls).toEqual({});
  });

  test('shows the problem of a failed poll without evaluating alerts', () => {
    const core = coreWith(account('a'));
    const problem: Problem = { kind: 'network' };
    const after = { vms: { value: null, problem }, spend: { value: null, problem } };
    const failed = { ...report('a', EMPTY_SNAPSHOT, after), hasFailed: true, asOf: null };
    const next = applyPoll(core, failed, NOW).core;
    expect(next.snapshots['a']).toEqual({ ...after, asOf: null, freshness: 'retrying' });
    expect(next.memory.cycle).toBe(core.memory.cycle);
  });
});

test('the costs of an account stop growing when it is not read any more, until its next report', () => {
  const MINUTE = HOUR / 60;
  const { spend } = stateOf([], 2);
  const live = { vms: { value: null, problem: null }, spend };
  const problem: Problem = { kind: 'network' };
  const failed = { ...live, spend: { ...spend, problem } };
  const poll = (core: CoreState, after: AccountState, at: number, asOf = at) =>
    withMeasured(
      applyPoll(core, { ...report('a', core.snapshots['a'] ?? live, after), asOf }, at).core,
      'a',
      null,
      at,
    );
  const read = poll(applyUsageReport(coreWith(account('a')), BILL, NOW), live, NOW);
  const retried = poll(read, failed, NOW + MINUTE / 2, NOW);
  const shown = (core: CoreState, at: number) => {
    const { amount, isAtLeast } = shownCost(core, 'month', at);
    return [Math.round((amount ?? 0) * 100) / 100, isAtLeast];
  };
  expect(shown(retried, NOW + HOUR)).toEqual([102, false]);
  // The timer of the freshness, without a further poll.
  const unread = withAgedCosts(poll(retried, failed, NOW + 1, NOW), NOW + 2 * MINUTE);
  expect(shown(unread, NOW + HOUR)).toEqual([100, true]);
  const again = poll(unread, live, NOW + HOUR);
  expect(shown(again, NOW + 2 * HOUR)).toEqual([102, true]);
  const next = { ...BILL, at: NOW + HOUR, month: 101.5 };
  const reported = applyUsageReport(again, next, NOW);
  expect(shown(reported, NOW + HOUR)).toEqual([101.5, false]);
});

describe('accounts with the same VMs', () => {
  const core = coreWith(account('a'), account('b'), account('c', 'https://other.example.com/'));
  const apart = polled(polled(core, 'a', stateOf([vm('x')])), 'b', stateOf([vm('y')]));
  const shared = polled(apart, 'b', stateOf([vm('x'), vm('y')]));

  test('are named once, however often that changes', () => {
    expect(polled(apart, 'c', stateOf([vm('x')])).notice).toBeNull();
    expect(shared.notice).toBe('“a” and “b” show the same VMs, so they count once.');
    const again = polled(polled(shared, 'b', stateOf([vm('y')])), 'b', stateOf([vm('x')]));
    expect([...again.memory.notices]).toEqual([...shared.memory.notices]);
  });

  test('are no longer named once one of them is signed out', () => {
    const other = (id: string) => account(id, 'https://other.example.com/');
    const accounts = [account('a'), account('b'), other('c'), other('d')];
    const both = ['c', 'd'].reduce(
      (state, id) => polled(state, id, stateOf([vm('z')])),
      applyAccounts(shared, accounts),
    );
    const noticeOf = (...ids: readonly string[]) =>
      applyAccounts(
        both,
        accounts.filter(({ id }) => ids.includes(id)),
      ).notice;
    expect(noticeOf('a', 'b')).toMatch(/^“a” and “b”/);
    expect(noticeOf('a', 'c', 'd')).toMatch(/^“c” and “d”/);
    expect(noticeOf('b', 'c')).toBeNull();
  });

  test('are billed once', () => {
    const billed = (state: CoreState) =>
      ['a', 'b'].reduce(
        (core, accountId) => applyUsageReport(core, { ...BILL, accountId, today: 20 }, NOW),
        state,
      );
    const known = billed(apart);
    const costs = [known, billed(shared)].map(({ costs: { today } }) => today.known);
    expect(costs).toEqual([40, 20]);
    const joined = polled(known, 'b', stateOf([vm('x')]));
    expect(joined.costs.today.known).toBe(20);
  });
});

test('withoutSnapshot shows an account as before its first poll, until the next one', () => {
  const problem: Problem = { kind: 'unauthorized', credential: 'session' };
  const { vms, spend } = stateOf([vm('1')]);
  const refused = polled(coreWith(account('a'), account('b')), 'a', {
    vms: { ...vms, problem },
    spend: { ...spend, problem },
  });
  const next = withoutSnapshot(refused, 'a');
  expect(next.snapshots).toEqual({ a: EMPTY_SNAPSHOT, b: EMPTY_SNAPSHOT });
  expect(polled(next, 'a', stateOf([vm('1')])).snapshots['a']?.freshness).toBe('live');
  expect(withoutSnapshot(refused, 'new')).toBe(refused);
});

describe('applyAccounts', () => {
  const core = polled(coreWith(account('a'), account('b')), 'a', stateOf([vm('1')]));

  test('keeps every object when the accounts are the same', () => {
    const app = applyAccounts(core, [account('a'), account('b')]);
    const parts: readonly (keyof AppState)[] = ['accounts', 'snapshots', 'rates', 'alerts'];
    for (const part of parts) expect(app[part]).toBe(core[part]);
  });

  test('keeps the snapshots when an account changed', () => {
    const app = applyAccounts(core, [{ ...account('a'), label: 'Renamed' }, account('b')]);
    expect(app.accounts.map(({ label }) => label)).toEqual(['Renamed', 'b']);
    expect(app.snapshots).toBe(core.snapshots);
  });

  test('adds an empty snapshot and drops that of a removed account', () => {
    const { snapshots } = applyAccounts(core, [account('a'), account('c')]);
    expect(snapshots).toEqual({ a: core.snapshots['a'], c: EMPTY_SNAPSHOT });
    expect(snapshots['a']).toBe(core.snapshots['a']);
  });

  test.each([
    ['removed', (all: CoreState) => applyAccounts(all, [account('a')])],
    ['signed in to again', (all: CoreState) => withoutSnapshot(all, 'b')],
  ])('costs what the others were billed last where an account is %s', (_, without) => {
    let all: CoreState = coreWith(account('a'), account('b'));
    for (const [id, rate] of [
      ['a', 2],
      ['b', 3],
    ] as const) {
      all = applyUsageReport(all, { ...BILL, accountId: id }, NOW);
      all = polled(all, id, stateOf([vm(id)], rate));
    }
    // As expected, so that the costs stay as they are.
    const later = NOW + 2 * HOUR;
    all = applyUsageReport(all, { ...BILL, at: later, today: 14, month: 104 }, later);
    expect(shownCost(without(all), 'month', later).amount).toBe(104);
  });

  test('drops the launch of a removed account', () => {
    const currentLaunch = makeLaunch({ accountId: 'b', phase: 'unknown' });
    const launched = { ...core, currentLaunch };
    expect(applyAccounts(launched, [account('b')]).currentLaunch).toBe(currentLaunch);
    expect(applyAccounts(launched, [account('a')]).currentLaunch).toBeNull();
  });

  test('drops rates and alerts with the last account', () => {
    const { rates, alerts, memory } = applyAccounts(core, []);
    expect([rates, alerts, memory.alerts]).toEqual([[], [], {}]);
  });
});

describe('recent events', () => {
  const before = stateOf([vm('x')]);
  const gone = (core: CoreState, accountId: string, name: string) => {
    const event = { kind: 'gone', vm: vm(name, { label: name }) } as const;
    const after = stateOf([]);
    return applyPoll(core, { ...report(accountId, before, after), events: [event] }, NOW).core;
  };

  test('are the newest of this run, and go with their account', () => {
    const core = coreWith(account('a'), account('b', 'https://b.example.com/'));
    const ids = Array.from({ length: 60 }, (_, index) => `vm-${index}`);
    const after = ids.reduce<CoreState>((state, id) => gone(state, 'a', id), gone(core, 'b', 'y'));
    expect(after.recentEvents).toHaveLength(50);
    expect(after.recentEvents[0]).toEqual({
      ...{
        kind: 'vm',
        at: NOW,
        accountId: 'a',
        vmId: 'vm-59',
        status: null,
        name: 'vm-59',
        what: 'is gone',
      },
    });
    expect(applyAccounts(after, [account('b')]).recentEvents).toEqual([]);
  });
});
