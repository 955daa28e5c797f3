import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { AccountState } from '../../../shared/domain/account-state.ts';
import { withBilled } from '../../../shared/domain/billing.ts';
import { makeSpend, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/settings/preferences.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { AlertStates } from '../../alerts/index.ts';
import { isOnDesktop, textOf } from '../../events/index.ts';
import { diffVms } from '../../monitor/snapshot.ts';
import {
  applyAccounts,
  applyAlertStates,
  applyPoll,
  applyPreferences,
  applyUsageReport,
  EMPTY_SNAPSHOT,
  withMeasured,
} from '../kernel/apply-poll.ts';
import { isSilent } from '../kernel/deliver.ts';
import { type CoreState, createStateStore } from '../kernel/state-store.ts';
import { notifiedEvents } from '../polling/polling.ts';
import { type AccountId, type Answer, createModel, LIMITS } from './testing/alerts-model.ts';

// Random histories of polls, outages, usage reports, sleeps, restarts and set clocks. A simple model says what must be notified.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The evening before Europe sets its clocks back, which the app does not see since it counts UTC, and the last of a week. */
const STARTS = [Date.UTC(2026, 9, 24, 20), Date.UTC(2026, 9, 25, 22)] as const;
const [START] = STARTS;

const ACCOUNTS: readonly AppAccount[] = ['a', 'b'].map((id) =>
  makeAccount({ id, baseUrl: `https://${id}.example/` }),
);

const times = (count: number, some: readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, () => some).flat();

const on = (limit: number | null) => ({ isOn: true, limit });
const PREFERENCES = {
  ...DEFAULT_PREFERENCES,
  hourlyRate: on(LIMITS.hourlyRate),
  accountRate: on(LIMITS.accountRate),
  spendToday: on(LIMITS.spendToday),
  runningLong: on(LIMITS.runningLong),
  noData: on(LIMITS.noData),
  stoppedBilled: on(null),
  contractEnds: on(null),
};

type Step =
  | {
      readonly kind: 'poll';
      readonly account: AccountId;
      readonly answer: Answer;
      readonly after: number;
    }
  | { readonly kind: 'bill'; readonly today: number | null }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'setClock'; readonly ms: number }
  | { readonly kind: 'restart' };

const answers: fc.Arbitrary<Answer> = fc.record({
  rate: fc.option(fc.constantFrom(0, 1, 1.4, 1.5, 1.6, 1.95, 4), { freq: 6 }),
  vm: fc.option(
    fc.oneof(
      fc.constant('gone' as const),
      fc.record({
        status: fc.constantFrom(
          ...(['running', 'stopped', 'interrupted', 'failed', 'offline', 'destroyed'] as const),
        ),
        hours: fc.constantFrom(1, 23, 25, 60),
        disk: fc.constantFrom(0, 0.05),
      }),
    ),
    { freq: 6 },
  ),
});

const polls: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('poll' as const),
  account: fc.constantFrom('a' as const, 'b' as const),
  answer: answers,
  after: fc.constantFrom(5 * SECOND, 30 * SECOND, 2 * MINUTE),
});
const others: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bill' as const),
      today: fc.option(fc.constantFrom(0, 5, 18.9, 19.5, 21, 30), { freq: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sleep' as const),
      ms: fc.integer({ min: MINUTE, max: 9 * HOUR }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setClock' as const),
      ms: fc.constantFrom(-2 * HOUR, 2 * HOUR, HOUR, -HOUR),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** Often the same answer for a while: answers that change with each poll confirm little. */
const history = fc.record({
  start: fc.constantFrom(...STARTS),
  steps: fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.tuple(polls, fc.constantFrom(1, 1, 1, 2, 3, 8)) },
        { weight: 1, arbitrary: fc.tuple(others, fc.constant(1)) },
      ),
      { maxLength: 80 },
    )
    .map((runs) => runs.flatMap(([step, count]) => times(count, [step]))),
});

function stateOf(
  { rate, vm }: Answer,
  before: AccountState,
  id: AccountId,
  now: number,
): AccountState {
  const network = { kind: 'network' } as const;
  const known = vm === null || vm === 'gone' ? [] : [vm];
  const vms = known.map(({ status, hours }): Vm => {
    const since = new Date(now - hours * HOUR).toISOString();
    return makeVm({
      id: `id-${id}`,
      label: `vm-${id}`,
      status,
      startedAt: since,
      stoppedAt: since,
    });
  });
  // The model does not know what a run's start and rate prove beyond the bill.
  const billed = known.map(({ status, disk }) => ({
    vmId: `id-${id}`,
    totalPerHour: status === 'running' ? 0 : disk,
  }));
  const spend =
    rate === null
      ? { ...before.spend, problem: network }
      : { value: makeSpend({ perHour: rate, vms: billed }), problem: null };
  const list = vm === null ? before.vms.value : makeVmList(vms);
  return {
    vms: {
      value: list && { ...list, vms: withBilled(list.vms, spend.value) },
      problem: vm === null ? network : null,
    },
    spend,
  };
}

/** The application's state through a history, with the titles of what was notified at each step. */
function createSubject(start: number) {
  let now = start;
  let core = started({});

  function started(alerts: AlertStates): CoreState {
    const store = createStateStore(initialState(environment, now));
    store.apply(applyAlertStates(store.core(), alerts));
    store.apply(applyPreferences(store.core(), PREFERENCES, now).core);
    return applyAccounts(store.core(), ACCOUNTS);
  }

  function poll({ account, answer }: Extract<Step, { kind: 'poll' }>): readonly string[] {
    const before = core.snapshots[account] ?? EMPTY_SNAPSHOT;
    const after = stateOf(answer, before, account, now);
    const report = {
      ...{ accountId: account, before, after, asOf: now, isAfterWake: false },
      events: diffVms(before.vms.value, after.vms.value),
      hasFailed: answer.rate === null && answer.vm === null,
    };
    const applied = applyPoll(core, report, now);
    core = withMeasured(applied.core, account, null, now);
    const found = notifiedEvents(report, applied).filter((event) => !isSilent(event, applied.core));
    const shown = found.filter(isOnDesktop).map((event) => textOf(event, applied.core, now));
    // The model does not count how long a VM ran and data was missing.
    return shown.map(({ title }) => title.replace(/ (after|· ran) .*/, '')).toSorted();
  }

  function bill(today: number | null): void {
    for (const [index, { id: accountId }] of ACCOUNTS.entries()) {
      const unused = { month: null, vms: {}, problem: null, dueAt: now + HOUR };
      const report = { accountId, at: now, today: index === 0 ? today : 0, ...unused };
      core = applyUsageReport(core, report, now);
    }
  }

  return {
    now: () => now,
    step(step: Step): readonly string[] {
      switch (step.kind) {
        case 'poll':
          now += step.after;
          return poll(step);
        case 'bill':
          bill(step.today);
          return [];
        case 'restart':
          core = started(JSON.parse(JSON.stringify(core.memory.alerts)));
          return [];
        case 'sleep':
        case 'setClock':
          now += step.ms;
          return [];
      }
    },
    open: () => core.alerts.length,
  };
}

/** Runs both, and compares them after each step. @returns the titles of all notifications */
function compare(steps: readonly Step[], start: number = START): readonly string[] {
  const subject = createSubject(start);
  const model = createModel();
  return steps.flatMap((step) => {
    const notified = subject.step(step);
    if (step.kind === 'restart') model.restart(subject.now());
    if (step.kind === 'bill') model.bill(step.today, subject.now());
    const due = step.kind === 'poll' ? model.poll(step.account, step.answer, subject.now()) : [];
    expect(notified).toEqual(due);
    expect(subject.open()).toBe(model.open());
    return notified;
  });
}

describe('alerts over time', () => {
  test('are exactly those that a simple model expects', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(history, ({ start, steps }) => {
        for (const title of compare(steps, start)) seen.add(title);
      }),
      { numRuns: 300 },
    );
    // 29, each account apart where the alert is about one. 300 histories miss one at most, half as many sometimes three.
    expect(seen.size).toBeGreaterThanOrEqual(27);
  });
});
