import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { AppAccount } from '../../shared/accounts/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed } from '../../shared/domain/vm.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { metricsText } from './metrics.ts';
import { readExposition } from './testing/read-exposition.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const NOTHING = { alertsFiring: null, autoStopsDue: null, messagesWaiting: null };

const fresh = <T>(value: T) => ({ value, problem: null });

const VMS = ['running', 'running', 'stopped'].map((status, index) =>
  makeVm({ id: `vm-${index}`, status }),
);

interface Measured extends Partial<AppAccount> {
  readonly state?: AccountState;
  readonly asOf?: number | null;
  readonly balance?: number | null;
}

function account(change: Measured = {}) {
  const known = { vms: fresh(makeVmList(VMS)), spend: fresh(makeSpend({ perHour: 1.38 })) };
  const { state = known, asOf = NOW - 61_400, balance = 12.5, ...own } = change;
  const listed = makeAccount({ id: 'a1', label: 'ada@example.com', ...own });
  return { listed, state, asOf, balance };
}

const cost = (known: number | null) => ({ known, asOf: NOW, perHour: null });

interface Change extends Partial<typeof NOTHING> {
  readonly today?: number;
  readonly month?: number;
}

function textOf(
  accounts: readonly ReturnType<typeof account>[],
  { today = null, month = null, ...counts }: { [name in keyof Change]: number | null } = {},
): string {
  const byId = <T>(of: (one: ReturnType<typeof account>) => T) =>
    Object.fromEntries(accounts.map((one) => [one.listed.id, of(one)]));
  const times = byId(({ asOf }) => asOf);
  const known = accounts.flatMap(({ listed, balance }) =>
    balance === null ? [] : [[listed.id, balance]],
  );
  const app = {
    accounts: accounts.map(({ listed }) => listed),
    snapshots: byId(({ state, asOf }) => ({ ...state, asOf, freshness: 'live' as const })),
    balances: Object.fromEntries(known),
    costs: { today: cost(today), month: cost(month) },
  };
  return metricsText(app, { ...NOTHING, ...counts, asOf: (id) => times[id] ?? null }, NOW);
}

const read = (...args: Parameters<typeof textOf>) => readExposition(textOf(...args));

const ADA = 'provider="rental",account="example"';

test('has a gauge for each known figure', () => {
  const known = { today: 3.2, month: 45, alertsFiring: 0, autoStopsDue: 1, messagesWaiting: 2 };
  const text = textOf([account()], known);
  expect(text).toContain(
    '# TYPE gpu_tray_balance_dollars gauge\ngpu_tray_balance_dollars{provider="rental",account="example"} 12.5\n',
  );
  const samples = readExposition(text);
  expect(samples).toMatchObject({
    [`gpu_tray_up{${ADA}}`]: 1,
    [`gpu_tray_data_age_seconds{${ADA}}`]: 61,
    [`gpu_tray_vms{${ADA},phase="running"}`]: 2,
    [`gpu_tray_vms{${ADA},phase="stopped"}`]: 1,
    [`gpu_tray_vms{${ADA},phase="failed"}`]: 0,
    [`gpu_tray_vms_complete{${ADA}}`]: 1,
    [`gpu_tray_rate_dollars_per_hour{${ADA}}`]: 1.38,
    [`gpu_tray_rate_is_at_least{${ADA}}`]: 0,
    gpu_tray_all_rate_dollars_per_hour: 1.38,
    gpu_tray_all_today_dollars: 3.2,
    gpu_tray_all_month_dollars: 45,
    gpu_tray_alerts_firing: 0,
    gpu_tray_auto_stops_due: 1,
    gpu_tray_messages_waiting: 2,
  });
});

const FORBIDDEN = { kind: 'forbidden' } as const;

test.each<[string, Measured, object]>([
  ['nothing was read', { state: UNKNOWN_STATE, asOf: null, balance: null }, {}],
  [
    'the key may not list VMs',
    {
      state: { vms: { value: null, problem: FORBIDDEN }, spend: fresh(makeSpend({})) },
      ...{ asOf: NOW, balance: null },
    },
    { up: 1, data_age_seconds: 0, rate_is_at_least: 0 },
  ],
  [
    'the service fails',
    {
      state: {
        vms: { value: null, problem: { kind: 'timeout', seconds: 15 } },
        spend: { value: makeSpend({ perHour: 2 }), problem: { kind: 'timeout', seconds: 15 } },
      },
      ...{ asOf: NOW - 600_000, balance: null },
    },
    { up: 0, data_age_seconds: 600, rate_dollars_per_hour: 2, rate_is_at_least: 0 },
  ],
  [
    'the rate is a lower bound',
    {
      state: {
        vms: fresh(makeVmList([], { isComplete: false })),
        spend: fresh(makeSpend({ perHour: 0.5, isAtLeast: true })),
      },
      ...{ asOf: null, balance: null },
    },
    { up: 1, vms_complete: 0, rate_dollars_per_hour: 0.5, rate_is_at_least: 1 },
  ],
])('has no sample for what is unknown: %s', (_, change, expected) => {
  const own = Object.entries(read([account(change)])).filter(([name]) => name.includes('{'));
  const suffix = `{${ADA}}`;
  expect(
    Object.fromEntries(
      own.map(([name, value]) => [name.replace('gpu_tray_', '').replace(suffix, ''), value]),
    ),
  ).toEqual(expected);
});

test('has no 0 of a phase where VMs may be missing', () => {
  const unreadable = makeVmList([...VMS, asUnconfirmed(makeVm({ id: 'x', status: '' }))], {
    skipped: 1,
  });
  const state = { vms: fresh(unreadable), spend: fresh(null) };
  const phases = Object.keys(read([account({ state })])).filter((name) => name.includes('phase'));
  expect(phases.map((name) => /phase="(.*)"/.exec(name)?.[1])).toEqual([
    ...['running', 'stopped', 'unconfirmed'],
  ]);
});

test.each([
  ['"quoted" \\ and\nbroken', '\\"quoted\\" \\\\ and broken'],
  ['half \ud800', 'half'],
  ['a{b="c"} 1', 'a{b=\\"c\\"} 1'],
  ['', 'example'],
])('has the account %j by its name, escaped', (label, escaped) => {
  const samples = read([account({ label })]);
  expect(samples).toHaveProperty([`gpu_tray_up{provider="rental",account="${escaped}"}`], 1);
});

test('docs/watch.md names every gauge, and no other', async () => {
  const page = await readFile(new URL('../../../docs/watch.md', import.meta.url), 'utf8');
  const named = new Set(page.match(/\bgpu_tray_\w+/g));
  const known = { today: 1, month: 1, alertsFiring: 1, autoStopsDue: 1, messagesWaiting: 1 };
  const text = textOf([account()], known);
  const printed = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  expect([...named].toSorted()).toEqual(printed.toSorted());
});
