import { expect, test } from 'vitest';
import type { AppAccount } from '../../shared/accounts/index.ts';
import { makeSpend, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { ANY_OFFER } from '../../shared/offers/offer-filter.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { EMPTY_SNAPSHOT } from '../app/kernel/apply-poll.ts';
import type { AppEvent } from './event.ts';
import { makeClosed, makeOpened } from './testing/alert-event.ts';
import { isOnDesktop, textOf } from './text.ts';

const ACCOUNT = makeAccount({ id: 'one', label: 'work' });
const STATE: AppState = { ...initialState(environment, 0), accounts: [ACCOUNT] };
const TWO_ACCOUNTS = { ...STATE, accounts: [ACCOUNT, { ...ACCOUNT, id: 'two' }] };
const HIDDEN = { ...STATE.preferences, hideAmounts: true };
const MINUTE = 60_000;
test('have a button that snoozes it, and one that opens the stop where the provider has that', () => {
  const value = makeVmList([makeVm({ id: 'id-train', status: 'running' })]);
  const snapshots = { one: { ...EMPTY_SNAPSHOT, vms: { value, problem: null } } };
  const idle = makeOpened({ rule: 'idle', accountId: 'one', vmId: 'id-train', name: 'train' });
  const buttonsOf = (account: AppAccount) => {
    const state = { ...STATE, accounts: [account], snapshots };
    return textOf(idle, state, 0).buttons;
  };
  const screen = { kind: 'vm', accountId: 'one', vmId: 'id-train', operation: 'stop' };
  const action = { kind: 'openPanel', screen };
  const input = { alertId: 'x', snooze: 'hour' };
  const snooze = { label: 'Snooze 1 h', action: { kind: 'snoozeAlert', input } };
  expect(buttonsOf({ ...ACCOUNT, can: ['stop'] })).toEqual([{ label: 'Stop…', action }, snooze]);
  expect(buttonsOf(ACCOUNT)).toEqual([snooze]);
});

test.each([
  [STATE, '$4.20/h, limit $3. Stop what you no longer need, or raise the limit.'],
  [
    { ...STATE, preferences: HIDDEN },
    '••••/h, limit ••••. Stop what you no longer need, or raise the limit.',
  ],
])(
  'an alert shows rate, limit and what to do, without amounts while they are hidden',
  (state, body) => {
    expect(textOf(makeOpened(), state, 0)).toMatchObject({
      title: 'Hourly rate above your limit',
      body,
      destination: { kind: 'alerts' },
    });
  },
);

const RATES = {
  ...STATE,
  snapshots: {
    one: { ...EMPTY_SNAPSHOT, spend: { value: makeSpend({ perHour: 2 }), problem: null } },
  },
};

test('an alert that ended says rate and duration', () => {
  const { title, body } = textOf(makeClosed(42 * MINUTE), RATES, 0);
  expect(title).toBe('Hourly rate back below your limit');
  expect(body).toBe('$2.00/h now. The alert was open for 42 min.');
});

test('an end that the desktop shows in another way is a message only', () => {
  const idle = { rule: 'idle', limit: 1, accountId: 'one', name: 'train' } as const;
  const ends = [idle, {}].map((known) => makeClosed(42 * MINUTE, known));
  expect(ends.map((end) => [textOf(end, RATES, 0).title, isOnDesktop(end)])).toEqual([
    ['Ended: Idle longer than 1 h: train', false],
    ['Hourly rate back below your limit', true],
  ]);
});

test('missing data is told with the last known rate, and its end with how long it was missing', () => {
  const about = { rule: 'noData', limit: 10, accountId: 'one', name: 'work', value: 10.2 } as const;
  const open = textOf(makeOpened(about), RATES, 0);
  expect(open).toMatchObject({ title: 'No fresh data from work' });
  expect(open.body).toMatch(/^last known \$2\.00\/h\. VMs may be running/);
  const titleOf = (state: AppState) => textOf(makeClosed(2 * MINUTE, about), state, 0).title;
  expect(titleOf(RATES)).toBe('Back up to date after 12 min');
  expect(titleOf(TWO_ACCOUNTS)).toBe('work back up to date after 12 min');
});

test('an alert about a VM or an account names its provider where there are several', () => {
  const accounts = [ACCOUNT, makeAccount({ id: 'two', label: 'lea@x.org', provider: 'vast' })];
  const bodiesOf = (state: AppState, accountId: string | null, vmId: string | null) => {
    const about = { rule: 'idle', limit: 1, accountId, vmId, name: 'train' } as const;
    const both = [makeOpened(about), makeClosed(MINUTE, about)];
    return both.map((event) => textOf(event, state, 0).body);
  };
  const over = 'The alert was open for 1 min.';
  expect(bodiesOf({ ...STATE, accounts }, 'two', 'x')).toEqual([
    'Vast.ai. Stop it if it has finished.',
    `Vast.ai. ${over}`,
  ]);
  expect(bodiesOf({ ...STATE, accounts }, null, null)[1]).toBe(over);
  expect(bodiesOf(STATE, 'one', 'x')[1]).toBe(over);
});

test('advises a stop only where one of its accounts has one', () => {
  const lambda = makeAccount({ id: 'two', label: 'Lambda', provider: 'lambda', can: ['destroy'] });
  const bodyOf = (accounts: AppState['accounts'], accountId: string | null) => {
    const about = { rule: 'accountRate', accountId, name: 'Lambda', value: null } as const;
    return textOf(makeOpened(about), { ...STATE, accounts }, 0).body;
  };
  const noStop = /^Lambda can’t stop instances\. Only Terminate ends billing/;
  expect(bodyOf([lambda], null)).toMatch(noStop);
  expect(bodyOf([ACCOUNT, lambda], 'two')).toMatch(noStop);
  expect(bodyOf([ACCOUNT, lambda], null)).toMatch(/^Stop what you no longer need/);
});

test('a balance that is used up is told as such', () => {
  const about = { rule: 'balanceEnds', limit: 24, accountId: 'one', name: 'work' } as const;
  const titleOf = (balance: number, preferences = STATE.preferences) => {
    const state = { ...STATE, balances: { one: balance }, preferences };
    return textOf(makeOpened(about), state, 0).title;
  };
  expect(titleOf(-0.9)).toBe('Balance used up: −$0.90');
  expect(titleOf(-0.9, HIDDEN)).toBe('Balance used up: ••••');
  expect(titleOf(3)).toBe('Balance of work runs out within 24 h');
});

test.each([0.004, 25, 1e6])('no event says $%d while amounts are hidden', (amount) => {
  const vm = { at: 0, accountId: 'one', vmId: 'x', name: 'train' };
  const facts = { change: 'interrupted', gpu: null, perHour: amount, wasPerHour: amount } as const;
  const outcome = { kind: 'stopped', at: 0, late: { ms: 9e6, perHour: amount } } as const;
  const limit = { kind: 'spend', amount, since: 0 } as const;
  const offer = { gpu: 'H100', gpuCount: null, cloud: 'Vast.ai', where: null };
  const events: readonly AppEvent[] = [
    makeOpened({ value: amount, ratePerHour: amount, limit: amount }),
    makeOpened({ rule: 'balanceEnds', accountId: 'one', value: amount, limit: 24 }),
    makeClosed(0, { limit: amount }),
    { kind: 'ready', ...vm, perHour: amount },
    { kind: 'vm', ...vm, what: '', status: null, facts: { ...facts, ranMs: 9e6 } },
    { kind: 'autoStop', ...vm, limit, isReminder: false, outcome },
    { kind: 'price', at: 0, filter: ANY_OFFER, offer: { ...offer, perGpuHour: amount } },
  ];
  const state = { ...RATES, balances: { one: -amount }, preferences: HIDDEN };
  for (const event of events) {
    const { title, body } = textOf(event, state, 0);
    expect(`${title} ${body}`).toMatch(/^[^$]*••••[^$]*$/);
  }
});
