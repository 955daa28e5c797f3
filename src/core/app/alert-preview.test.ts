import { describe, expect, test } from 'vitest';
import {
  ALERT_RULES,
  type AlertRule,
  type AppState,
  initialState,
  STATUS_RULES,
  type StatusRule,
} from '../../shared/app/index.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { HistoryEvent } from '../history/events.ts';
import { type Span, stoppedSeries, TOTAL } from '../history/spans.ts';
import { exampleNotification, replayRules } from './alert-preview.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const surroundings = { platform: 'linux', version: '1', hasTray: true, isOnline: true } as const;

/** One account with a VM that has been running for 30 hours, and every rule on. */
function stateWith(limits: Partial<Record<AlertRule, number>> = {}): AppState {
  const blank = initialState(surroundings, NOW);
  const on = Object.entries(ALERT_RULES).map(([kind, { initial }]) => [
    kind,
    {
      isOn: true,
      limit: limits[kind as AlertRule] ?? initial.limit ?? (kind === 'hourlyRate' ? 3 : null),
    },
  ]);
  const vm = makeVm({
    id: 'x',
    label: 'train',
    status: 'running',
    startedAt: new Date(NOW - 30 * HOUR).toISOString(),
  });
  return {
    ...blank,
    accounts: [
      {
        ...{
          id: 'a',
          label: 'work',
          baseUrl: 'https://a.example/',
          credential: 'apiKey',
          email: null,
        },
        ...{ color: null, keptIn: 'keychain', consoleUrl: null, profile: null },
      },
    ],
    snapshots: {
      a: {
        vms: { value: makeVmList([vm]), problem: null },
        spend: { value: makeSpend({ vms: [{ vmId: 'x', totalPerHour: 1.1 }] }), problem: null },
        ...{ asOf: NOW, freshness: 'live' },
      },
    },
    preferences: { ...blank.preferences, ...Object.fromEntries(on) },
  };
}

/** From so many hours ago, one hour each. */
function spans(from: number, ...rates: readonly number[]): readonly Span[] {
  return rates.map((rate, index) => {
    const start = NOW - (from - index) * HOUR;
    return { start, end: start + HOUR, rate, measuredMs: HOUR };
  });
}

const vmEvent = (
  hoursAgo: number,
  vmId: string,
  status: string | null,
  what: string | null = 'x',
) =>
  ({
    kind: 'vm',
    at: NOW - hoursAgo * HOUR,
    accountId: 'a',
    vmId,
    name: vmId,
    status,
    what,
  }) as const;

function timesOf(
  rule: AlertRule | StatusRule,
  known: {
    rates?: readonly Span[];
    events?: readonly HistoryEvent[];
    /** The rates of VMs, and whether they are stopped: 1 or 0. */
    vms?: Readonly<Record<string, { rates: readonly Span[]; stopped: readonly Span[] }>>;
  },
  app = stateWith(),
) {
  const { rates = [], events = [], vms = {} } = known;
  const series = new Map(
    Object.entries(vms).flatMap(([id, vm]) => [
      [id, vm.rates] as const,
      [stoppedSeries(id), vm.stopped] as const,
    ]),
  );
  const history = {
    spans: (_: string, name: string) => series.get(name) ?? (name === TOTAL ? rates : []),
    events: () => events,
    vms: () => Object.keys(vms),
  };
  return replayRules(history, app, NOW).find((one) => one.rule === rule)?.times;
}

describe('the last seven days', () => {
  test.each<[string, readonly Span[], number]>([
    ['once for each time above', spans(9, 1, 4, 1, 4), 2],
    ['once while it fluctuates around the limit', spans(9, 4, 2.9, 4), 1],
    ['once over a gap', [...spans(9, 4), ...spans(5, 4)], 1],
    ['never below', spans(9, 3, 2), 0],
    [
      'never for moments',
      [{ start: NOW - HOUR, end: NOW - HOUR + 9_000, rate: 9, measuredMs: 9_000 }],
      0,
    ],
  ])('count the hourly rate %s', (_, rates, times) => {
    expect(timesOf('hourlyRate', { rates })).toBe(times);
  });

  test('count the days above the limit', () => {
    // 12 hours of today and 24 of yesterday, each above $50.
    const rates = spans(36, ...Array.from({ length: 36 }, () => 5));
    expect(timesOf('spendToday', { rates }, stateWith({ spendToday: 50 }))).toBe(2);
  });

  test('count long runs that were recorded, and those that go on', () => {
    const ended = [vmEvent(90, 'y', 'running'), vmEvent(60, 'y', 'stopped')];
    const short = [vmEvent(50, 'z', 'running'), vmEvent(40, 'z', 'interrupted')];
    expect(timesOf('runningLong', { events: [...ended, ...short] })).toBe(2);
    expect(timesOf('runningLong', { events: [] }, stateWith({ runningLong: 31 }))).toBe(0);
  });

  test('count status changes that are notified, and gaps without data', () => {
    const gap = (minutes: number, cause: 'noData' | 'asleep') =>
      ({ kind: 'gap', at: NOW, from: NOW - minutes * 60_000, cause }) as const;
    const events = [
      ...[
        vmEvent(5, 'y', 'interrupted'),
        vmEvent(4, 'y', 'destroyed'),
        vmEvent(3, 'y', null, null),
      ],
      ...[gap(11, 'noData'), gap(9, 'noData'), gap(600, 'asleep')],
    ];
    const times = (rule: AlertRule | StatusRule) => timesOf(rule, { events });
    expect([times('vmInterrupted'), times('vmGone'), times('vmFailed'), times('noData')]).toEqual([
      1, 1, 0, 1,
    ]);
  });

  // The last Monday was six and a half days ago.
  const long = (from: number, to: number, rate: number): Span => {
    const [start, end] = [NOW - from * HOUR, NOW - to * HOUR];
    return { start, end, rate, measuredMs: end - start };
  };
  test.each<[string, readonly Span[], readonly Span[], number | null]>([
    ['in each of two weeks', [long(200, 0, 0.1)], [long(200, 0, 1)], 2],
    ['of a day and more', [long(100, 0, 0.1)], [long(100, 60, 0), long(60, 0, 1)], 1],
    ['over a gap', [long(100, 0, 0.1)], [long(60, 40, 1), long(30, 0, 1)], 1],
    ['never sooner', [long(100, 0, 0.1)], [long(100, 20, 0), long(20, 0, 1)], 0],
    [
      'never between runs',
      [long(80, 0, 1)],
      [long(60, 40, 1), long(40, 39, 0), long(39, 20, 1)],
      0,
    ],
    ['never without a cost', [long(100, 0, 0)], [long(100, 0, 1)], 0],
    ['never of an unknown status', [long(100, 0, 0.1)], [], null],
  ])('count stopped VMs %s', (_, rates, stopped, times) => {
    expect(timesOf('stoppedBilled', { vms: { x: { rates, stopped } } })).toBe(times);
  });

  test('know nothing of what is not recorded', () => {
    const times = (['idle', 'monthForecast', 'stoppedBilled'] as const).map((rule) =>
      timesOf(rule, {}),
    );
    expect(times).toEqual([null, null, null]);
  });

  test('count what a rule that is off would have done, unless it has no limit yet', () => {
    const { preferences, ...app } = stateWith();
    const off = (limit: number | null) => ({ isOn: false, limit });
    const state = {
      ...app,
      preferences: {
        ...{ ...preferences, accountRate: off(3), hourlyRate: off(null) },
        vmInterrupted: off(null),
      },
    };
    const rates = spans(9, 1, 4, 1, 4);
    const events = [vmEvent(5, 'y', 'interrupted')];
    expect(timesOf('accountRate', { rates }, state)).toBe(2);
    expect(timesOf('vmInterrupted', { events }, state)).toBe(1);
    expect(timesOf('hourlyRate', { rates }, state)).toBeUndefined();
  });
});

test('every rule has an example that reads like its notification', () => {
  const examples = [...Object.keys(ALERT_RULES), ...Object.keys(STATUS_RULES)].map((rule) => {
    const { title, body } = exampleNotification(rule as AlertRule | StatusRule, stateWith());
    return `${title} | ${body}`;
  });
  expect(examples).toMatchInlineSnapshot(`
    [
      "Example: Hourly rate above your limit | $3.60/h, limit $3.00/h. Stop what you no longer need, or raise the limit.",
      "Example: Hourly rate of work above your limit | $6.00/h, limit $5.00/h. Stop what you no longer need, or raise the limit.",
      "Example: Today’s cost above your limit | $60.00, limit $50.00. Stop what you no longer need, or raise the limit.",
      "Example: Forecast of the month above your limit | $1,200.00, limit $1,000.00. Stop what you no longer need, or raise the limit.",
      "Example: Balance of work below your limit | $8.00, limit $10.00. Add to the balance at the service, or stop what you no longer need.",
      "Example: Balance of work lasts less than 24 h | 19 h left. Add to the balance at the service, or stop what you no longer need.",
      "Example: train has been running for more than 24 h | $1.10/h. Stop it if you no longer need it.",
      "Example: train has been idle for more than 1 h | CPU 2 %, RAM 6 % · $1.10/h. Stop it if it has finished.",
      "Example: train looks finished | GPU 0 %, VRAM 84 % · $1.10/h. Its GPUs were busy and have done nothing for 10 min. Stop it if you no longer need it.",
      "Example: Stopped and still billed: train | $1.10/h. Destroy what you no longer need: disks cost until then.",
      "Example: No fresh data from work | VMs may be running and billed. Open GPU Tray to see what is wrong.",
      "Example: train was interrupted | Nothing has changed.",
      "Example: train has failed | Nothing has changed.",
      "Example: train is offline | Nothing has changed.",
      "Example: train is running | Nothing has changed.",
      "Example: train was destroyed | Nothing has changed.",
    ]
  `);
});
