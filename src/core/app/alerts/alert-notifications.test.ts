import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { makeSpend, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { joined } from '../kernel/notification-text.ts';
import { alertNotifications, endNotifications } from './alert-notifications.ts';

const ACCOUNT = makeAccount({ id: 'one', label: 'work' });
const STATE: AppState = { ...initialState(environment, 0), accounts: [ACCOUNT] };
const TWO_ACCOUNTS = { ...STATE, accounts: [ACCOUNT, { ...ACCOUNT, id: 'two' }] };
const HIDDEN = { ...STATE.preferences, hideAmounts: true };
const MINUTE = 60_000;
const OPEN_ALERT = {
  ...({ phase: 'firing', id: 'x', rule: 'hourlyRate', limit: 3, openedAt: 0 } as const),
  ...{ snoozedUntil: null, endings: 0 },
  subject: {
    ...{ accountId: null, vmId: null, name: null, ratePerHour: null, reason: null },
    ...{ value: 4.2, isLowerBound: false },
  },
};

test('many alerts at once are one', () => {
  const opened = Array.from({ length: 4 }, () => OPEN_ALERT);
  const shown = alertNotifications(opened, STATE);
  expect(joined(shown, false).map(({ title }) => title)).toEqual(['4 new alerts']);
});

test('many alerts at once look up no VM', () => {
  const subject = { ...OPEN_ALERT.subject, accountId: 'one', vmId: 'id-train' };
  const opened = Array.from({ length: 4 }, () => ({ ...OPEN_ALERT, subject }));
  let reads = 0;
  const state = {
    ...STATE,
    get snapshots() {
      reads += 1;
      return {};
    },
  };
  const readsOf = (alerts: typeof opened) => {
    reads = 0;
    alertNotifications(alerts, state);
    return reads;
  };
  expect([readsOf(opened), readsOf(opened.slice(0, 1))]).toEqual([0, 1]);
});

test('have a button that snoozes it, and one that opens the stop where the provider has that', () => {
  const value = makeVmList([makeVm({ id: 'id-train', status: 'running' })]);
  const snapshots = { one: { ...EMPTY_SNAPSHOT, vms: { value, problem: null } } };
  const subject = { ...OPEN_ALERT.subject, accountId: 'one', vmId: 'id-train', name: 'train' };
  const idle = { ...OPEN_ALERT, rule: 'idle', subject } as const;
  const buttonsOf = (account: AppAccount) => {
    const state = { ...STATE, accounts: [account], snapshots };
    const [shown] = alertNotifications([idle], state);
    return shown?.buttons;
  };
  const screen = { kind: 'vm', accountId: 'one', vmId: 'id-train', operation: 'stop' };
  const action = { kind: 'openPanel', screen };
  const input = { alertId: 'x', snooze: 'hour' };
  const snooze = { label: 'Snooze 1 h', action: { kind: 'snoozeAlert', input } };
  expect(buttonsOf({ ...ACCOUNT, can: ['stop'] })).toEqual([{ label: 'Stop…', action }, snooze]);
  expect(buttonsOf(ACCOUNT)).toEqual([snooze]);
});

test.each([
  [STATE, '$4.20/h, limit $3.00/h. Stop what you no longer need, or raise the limit.'],
  [{ ...STATE, preferences: HIDDEN }, 'Stop what you no longer need, or raise the limit.'],
])(
  'an alert shows rate, limit and what to do, without amounts while they are hidden',
  (state, body) => {
    expect(alertNotifications([OPEN_ALERT], state)).toMatchObject([
      {
        title: 'Hourly rate above your limit',
        body,
        alert: 'hourlyRate,,',
        destination: { kind: 'alerts' },
      },
    ]);
  },
);

const RATES = {
  ...STATE,
  snapshots: {
    one: { ...EMPTY_SNAPSHOT, spend: { value: makeSpend({ perHour: 2 }), problem: null } },
  },
};

test.each([
  [null, [['Hourly rate back below your limit', '$2.00/h now. The alert was open for 42 min.']]],
  [43 * MINUTE, []],
])('an alert that ended says rate and duration, snoozed until %s', (snoozedUntil, shown) => {
  const notifications = endNotifications([{ ...OPEN_ALERT, snoozedUntil }], RATES, 42 * MINUTE);
  expect(notifications.map(({ title, body }) => [title, body])).toEqual(shown);
});

test('an end that the desktop shows in another way is a message only', () => {
  const subject = { ...OPEN_ALERT.subject, accountId: 'one', vmId: 'x', name: 'train' };
  const idle = { ...OPEN_ALERT, rule: 'idle', limit: 1, subject } as const;
  expect(endNotifications([idle, OPEN_ALERT], RATES, 42 * MINUTE)).toMatchObject([
    { title: 'Over: Idle for more than 1 h: train', isOver: true, isMessageOnly: true },
    { title: 'Hourly rate back below your limit', isOver: true, isMessageOnly: false },
  ]);
});

test('missing data is told with the last known rate, and its end with how long it was missing', () => {
  const subject = { ...OPEN_ALERT.subject, accountId: 'one', name: 'work', value: 10.2 };
  const alert = { ...OPEN_ALERT, rule: 'noData', limit: 10, subject } as const;
  const [open] = alertNotifications([alert], RATES);
  expect(open).toMatchObject({ title: 'No fresh data from work' });
  expect(open?.body).toMatch(/^last known \$2\.00\/h\. VMs may be running/);
  const titleOf = (state: AppState) => endNotifications([alert], state, 2 * MINUTE)[0]?.title;
  expect(titleOf(RATES)).toBe('Back up to date after 12 min');
  expect(titleOf(TWO_ACCOUNTS)).toBe('work back up to date after 12 min');
});

test('an alert about a VM or an account names its provider where there are several', () => {
  const accounts = [ACCOUNT, makeAccount({ id: 'two', label: 'lea@x.org', provider: 'vast' })];
  const bodiesOf = (state: AppState, accountId: string | null, vmId: string | null) => {
    const subject = { ...OPEN_ALERT.subject, accountId, vmId, name: 'train' };
    const alert = { ...OPEN_ALERT, rule: 'idle', limit: 1, subject } as const;
    const shown = [alertNotifications([alert], state), endNotifications([alert], state, MINUTE)];
    return shown.flat().map(({ body, subject: own }) => [body, own?.accountId]);
  };
  const over = 'The alert was open for 1 min.';
  expect(bodiesOf({ ...STATE, accounts }, 'two', 'x')).toEqual([
    ['Vast. Stop it if it has finished.', 'two'],
    [`Vast. ${over}`, 'two'],
  ]);
  expect(bodiesOf({ ...STATE, accounts }, null, null)[1]).toEqual([over, null]);
  expect(bodiesOf(STATE, 'one', 'x')[1]).toEqual([over, 'one']);
});

test('advises a stop only where one of its accounts has one', () => {
  const lambda = makeAccount({ id: 'two', label: 'Lambda', provider: 'lambda', can: ['destroy'] });
  const bodyOf = (accounts: AppState['accounts'], accountId: string | null) => {
    const subject = { ...OPEN_ALERT.subject, accountId, name: 'Lambda', value: null };
    const alert = { ...OPEN_ALERT, rule: 'accountRate', subject } as const;
    return alertNotifications([alert], { ...STATE, accounts })[0]?.body;
  };
  const noStop = /^Lambda has no stop\. Only Terminate ends the bill/;
  expect(bodyOf([lambda], null)).toMatch(noStop);
  expect(bodyOf([ACCOUNT, lambda], 'two')).toMatch(noStop);
  expect(bodyOf([ACCOUNT, lambda], null)).toMatch(/^Stop what you no longer need/);
});

test('a balance that is used up is told as such', () => {
  const subject = { ...OPEN_ALERT.subject, accountId: 'one', name: 'work', value: 0 };
  const alert = { ...OPEN_ALERT, rule: 'balanceEnds', limit: 24, subject } as const;
  const titleOf = (balance: number, preferences = STATE.preferences) => {
    const state = { ...STATE, balances: { one: balance }, preferences };
    return alertNotifications([alert], state)[0]?.title;
  };
  expect(titleOf(-0.9)).toBe('Balance used up: −$0.90');
  expect(titleOf(-0.9, HIDDEN)).toBe('Balance used up');
  expect(titleOf(3)).toBe('Balance of work lasts less than 24 h');
});
