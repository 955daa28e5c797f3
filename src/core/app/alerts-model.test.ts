import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppAccount, DEFAULT_PREFERENCES, initialState } from '../../shared/app/index.ts';
import type { AccountState, Vm } from '../../shared/domain/index.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { AlertMemory } from '../alerts/index.ts';
import {
  applyAccounts,
  applyAlertMemory,
  applyPoll,
  applyPreferences,
  EMPTY_SNAPSHOT,
} from './apply.ts';
import { type CoreState, createStateStore } from './state-store.ts';

// Random histories of polls, outages, sleeps, restarts and set clocks. A simple model, which knows neither episodes nor rules as
// objects, says what must be notified.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A night on which Europe sets its clocks back; the app counts UTC. */
const START = Date.UTC(2026, 9, 24, 20);
const RATE_LIMIT = 3;
const HOURS_LIMIT = 24;
const ENDS_BELOW = 0.95 * RATE_LIMIT;
const surroundings = { platform: 'linux', version: '1', hasTray: true, isOnline: true } as const;

const ACCOUNTS: readonly AppAccount[] = ['a', 'b'].map((id) => ({
  ...{ id, label: id, baseUrl: `https://${id}.example/`, credential: 'apiKey', email: null },
  ...{ color: null, keptIn: 'keychain', consoleUrl: null, profile: null },
}));

const PREFERENCES = {
  ...DEFAULT_PREFERENCES,
  hourlyRate: { isOn: true, limit: RATE_LIMIT },
  runningLong: { isOn: true, limit: HOURS_LIMIT },
  noData: { isOn: false, limit: 10 },
  stoppedBilled: { isOn: false, limit: null },
};

/** What one poll of an account answers. Null: that part failed. */
interface Answer {
  readonly rate: number | null;
  /** The VM's status, and how long it has been running by the service's clock, h. */
  readonly vm: { readonly status: 'running' | 'stopped'; readonly hours: number } | 'gone' | null;
}

type Step =
  | {
      readonly kind: 'poll';
      readonly account: 'a' | 'b';
      readonly answer: Answer;
      readonly after: number;
    }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'setClock'; readonly ms: number }
  | { readonly kind: 'restart' };

const answers: fc.Arbitrary<Answer> = fc.record({
  rate: fc.option(fc.constantFrom(0, 1, 1.4, 1.5, 1.6, 4), { freq: 6 }),
  vm: fc.option(
    fc.oneof(
      fc.constant('gone' as const),
      fc.record({
        status: fc.constantFrom('running' as const, 'stopped' as const),
        hours: fc.constantFrom(1, 23, 25, 60),
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
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: polls },
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
  ),
  { maxLength: 120 },
);

function stateOf(
  { rate, vm }: Answer,
  before: AccountState,
  id: string,
  now: number,
): AccountState {
  const network = { kind: 'network' } as const;
  const startedAt = (hours: number) => new Date(now - hours * HOUR).toISOString();
  const vms: readonly Vm[] =
    vm === null || vm === 'gone'
      ? []
      : [makeVm({ id: `vm-${id}`, status: vm.status, startedAt: startedAt(vm.hours) })];
  return {
    vms:
      vm === null ? { ...before.vms, problem: network } : { value: makeVmList(vms), problem: null },
    spend:
      rate === null
        ? { ...before.spend, problem: network }
        : { value: makeSpend({ perHour: rate }), problem: null },
  };
}

/** The application's state through a history: what was notified at each step, as `opened` or `ended` and a subject. */
function createSubject() {
  let now = START;
  let core = started({});

  function started(alerts: AlertMemory): CoreState {
    const store = createStateStore(initialState(surroundings, now));
    store.apply(applyAlertMemory(store.core(), alerts));
    store.apply(applyPreferences(store.core(), PREFERENCES, now));
    return applyAccounts(store.core(), ACCOUNTS);
  }

  return {
    now: () => now,
    step(step: Step): readonly string[] {
      if (step.kind === 'restart') {
        core = started(JSON.parse(JSON.stringify(core.memory.alerts)));
        return [];
      }
      if (step.kind !== 'poll') {
        now += step.ms;
        return [];
      }
      now += step.after;
      const before = core.app.snapshots[step.account] ?? EMPTY_SNAPSHOT;
      const after = stateOf(step.answer, before, step.account, now);
      const hasFailed = step.answer.rate === null && step.answer.vm === null;
      const applied = applyPoll(
        core,
        {
          ...{ accountId: step.account, before, after, events: [], hasFailed },
          asOf: now,
          isAfterWake: false,
        },
        now,
      );
      core = applied;
      const name = ({ rule, subject }: (typeof applied.opened)[number]) =>
        `${rule} ${subject.vmId ?? ''}`.trim();
      return [
        ...applied.opened.map((one) => `opened ${name(one)}`),
        ...applied.ended.map((one) => `ended ${name(one)}`),
      ].toSorted();
    },
    open: () => core.app.alerts.length,
  };
}

/** Counts what agrees in a row, and says when a subject opens or ends. */
function createCounter(name: string) {
  let isOpen = false;
  let over = 0;
  let under = 0;
  return {
    see(verdict: 'over' | 'under' | 'between' | 'unknown'): readonly string[] {
      if (verdict === 'unknown') return [];
      over = verdict === 'over' ? over + 1 : 0;
      under = verdict === 'under' ? under + 1 : 0;
      if (!isOpen && over >= 2) {
        isOpen = true;
        under = 0;
        return [`opened ${name}`];
      }
      if (isOpen && under >= 2) {
        isOpen = false;
        over = 0;
        return [`ended ${name}`];
      }
      return [];
    },
    gone() {
      isOpen = false;
      over = 0;
      under = 0;
    },
    isOpen: () => isOpen,
  };
}

/** What must be notified, computed from what the service answered alone. */
function createModel() {
  const rates = new Map<string, { readonly at: number; readonly rate: number }>();
  const failed = new Set<string>();
  const overall = createCounter('hourlyRate');
  const vms = { a: createCounter('runningLong vm-a'), b: createCounter('runningLong vm-b') };
  let round = new Set<string>();

  function seeRate(now: number): readonly string[] {
    const fresh = [...rates].filter(
      ([id, { at }]) => !failed.has(id) && now >= at && now - at <= 5 * MINUTE,
    );
    const sum = fresh.reduce((total, [, { rate }]) => total + rate, 0);
    if (sum > RATE_LIMIT + 1e-9) return overall.see('over');
    if (fresh.length < ACCOUNTS.length) return [];
    return overall.see(sum < ENDS_BELOW || sum === 0 ? 'under' : 'between');
  }

  return {
    poll(account: 'a' | 'b', { rate, vm }: Answer, now: number): readonly string[] {
      const found: string[] = [];
      if (vm === 'gone') vms[account].gone();
      else if (vm !== null) {
        const isLong = vm.status === 'running' && vm.hours > HOURS_LIMIT;
        found.push(...vms[account].see(isLong ? 'over' : 'under'));
      }
      if (rate === null) failed.add(account);
      else {
        failed.delete(account);
        rates.set(account, { at: now, rate });
        const isOver = round.size === 0 || round.has(account);
        if (isOver) {
          round = new Set();
          found.push(...seeRate(now));
        }
        round.add(account);
      }
      return found.toSorted();
    },
    restart() {
      rates.clear();
      failed.clear();
      round = new Set();
    },
    open: () => [overall, vms.a, vms.b].filter((counter) => counter.isOpen()).length,
  };
}

/** Runs both, and compares them after each step. */
function compare(history: readonly Step[]): readonly string[] {
  const subject = createSubject();
  const model = createModel();
  return history.flatMap((step) => {
    const notified = subject.step(step);
    if (step.kind === 'restart') model.restart();
    const due = step.kind === 'poll' ? model.poll(step.account, step.answer, subject.now()) : [];
    expect(notified).toEqual(due);
    expect(subject.open()).toBe(model.open());
    return notified;
  });
}

const poll = (rate: number | null, account: 'a' | 'b' = 'a', vm: Answer['vm'] = null): Step => ({
  ...{ kind: 'poll', account, answer: { rate, vm }, after: 30 * SECOND },
});
const both = (rate: number): readonly Step[] => [poll(rate), poll(0, 'b')];
const times = (count: number, some: readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, () => some).flat();

describe('alerts over time', () => {
  test('are exactly those that a simple model expects', () => {
    fc.assert(
      fc.property(steps, (history) => void compare(history)),
      { numRuns: 800 },
    );
  });

  test('flapping for an hour: one alert', () => {
    const flapping = times(20, [...both(3.2), ...both(3.2), ...both(2.9)]);
    expect(compare(flapping)).toEqual(['opened hourlyRate']);
  });

  test('a restart in an episode: no second notification', () => {
    const over = times(4, both(4));
    expect(compare([...over, { kind: 'restart' }, ...over])).toEqual(['opened hourlyRate']);
  });

  test('a clock that is set by two hours during an alert, and a DST change: no second notification', () => {
    const over = times(4, both(4));
    const set = (ms: number): Step => ({ kind: 'setClock', ms });
    const history = [...over, set(2 * HOUR), ...over, set(-2 * HOUR), ...over, set(-HOUR), ...over];
    expect(compare(history)).toEqual(['opened hourlyRate']);
  });

  test('rates from before a sleep confirm nothing', () => {
    const asleep: Step = { kind: 'sleep', ms: 9 * HOUR };
    // Together above the limit, but not at the same time.
    const history = [...times(2, [poll(2), poll(1, 'b')]), asleep, ...times(5, [poll(2.5)])];
    expect(compare(history)).toEqual([]);
  });
});
