import type { AppAccount } from '../../src/shared/accounts/index.ts';
import { makeAlert } from '../../src/shared/alerts/testing/alerts.ts';
import type { AutoStopLimit } from '../../src/shared/auto-stop/auto-stop.ts';
import { type Spend, withBilled } from '../../src/shared/domain/billing.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { FOUR_CLOUDS } from './four-clouds.ts';
import { HOUR, loginsOf, MINUTE, makeVm, NOW, SSH } from './make-vm.ts';
import {
  ACCOUNT,
  FLEET,
  noData,
  OPERATED,
  SURROUNDINGS,
  snapshotOf,
  stateOf,
} from './one-account.ts';

const live = { snapshots: { a1: snapshotOf(FLEET) } };
const unreachable = { kind: 'timeout', seconds: 30 } as const;
const forbidden = { kind: 'forbidden', detail: 'API key scope billing_only' } as const;
/** A billing-only key without billed VMs, and with these fields of the spend. */
function billedWith(spend: Partial<Spend>): AccountSnapshot {
  const snapshot = snapshotOf([]);
  const { value } = snapshot.spend;
  return {
    ...snapshot,
    vms: { value: null, problem: forbidden },
    spend: { value: value && { ...value, ...spend }, problem: null },
  };
}

const second: AppAccount = {
  ...ACCOUNT,
  id: 'a2',
  label: 'Team Blue',
  credential: 'login',
  email: 'blue@example.com',
  consoleUrl: null,
  profile: null,
  storedIn: 'memory',
};

const attention = [
  makeVm(201, {
    label: 'spot-1',
    status: 'interrupted',
    disk: 0.02,
  }),
  makeVm(202, { label: 'spot-2', status: 'failed', ipAddress: null, perHour: null }),
  makeVm(203, { label: 'edge-9', status: 'offline', perHour: 0.44 }),
  makeVm(204, { label: 'frozen', status: 'hibernating', perHour: 0.11 }),
  makeVm(205, { label: 'gone-1', status: 'destroyed', perHour: 0 }),
];

const hostile = [
  makeVm(301, { label: '<img src=x onerror=alert(1)>', gpuType: '<b>4090</b>', gpuCount: 8 }),
  makeVm(302, { label: '\u202Egnp.exe\u202D evil\u0007 line\nbreak' }),
  makeVm(303, {
    label: 'W'.repeat(3_000),
    facts: { Node: 'n'.repeat(500) },
    gpuType: 'g'.repeat(300),
  }),
  makeVm(304, { label: 'مرحبا بالعالم שלום', perHour: -5, cpuPercent: -20, ramPercent: 9_000 }),
  makeVm(305, {
    label: 'absurd',
    perHour: 1e21,
    gpuCount: 1_000_000,
    createdAt: 'yesterday',
    startedAt: 'not a date',
  }),
  makeVm(306, {
    label: '   ',
    defaultName: null,
    perHour: null,
    gpuType: null,
    gpuCount: null,
    facts: { Node: null },
    createdAt: null,
    startedAt: null,
  }),
  makeVm(307, { label: 'tiny', perHour: 0.00042, status: '' }),
  makeVm(308, {
    label: 'status',
    perHour: 123_456_789.12,
    status: '\u202E__proto__ '.repeat(30),
  }),
];

const large = Array.from({ length: 500 }, (_, index) =>
  makeVm(1_000 + index, {
    label: `job-${index}`,
    perHour: 0.2 + (index % 17) / 10,
    status: index % 10 === 0 ? 'stopped' : 'running',
    age: index * 7 * MINUTE,
  }),
);

const alert = makeAlert({
  // Of the opening: it is off now.
  ...{ openedAt: NOW - 12 * MINUTE, ratePerHour: 9, reason: 'highest: old-run' },
});

const PAST: AppState['recentEvents'] = [
  {
    ...{ kind: 'vm', at: NOW - 2 * HOUR, accountId: 'a1', vmId: 'x', name: 'vllm-prod' },
    ...{ what: 'was interrupted', status: 'interrupted' },
  },
  {
    ...{ kind: 'alertClosed', at: NOW - 3 * HOUR, rule: 'hourlyRate', limit: 3 },
    openedAt: NOW - 3 * HOUR - 42 * MINUTE,
  },
  {
    ...{ kind: 'vm', at: NOW - 26 * HOUR, accountId: 'a1', vmId: 'y', name: 'W'.repeat(60) },
    ...{ what: 'is gone', status: null },
  },
];

const starting = [
  makeVm(401, { label: 'just-ready', age: 4 * MINUTE, perHour: 1.1 }),
  makeVm(402, { label: 'not-yet', age: MINUTE, perHour: 0.89 }),
  makeVm(404, { label: 'odd-address', ipAddress: '-oProxyCommand=x', perHour: 0.44 }),
];
const startingLogins = loginsOf({ a1: snapshotOf(starting) });

/** The login of `starting[index]`. */
function startingLogin(index: number) {
  const key = vmKey('a1', starting[index]?.id ?? '');
  const login = startingLogins[key];
  if (login === undefined) throw new Error('this VM has no login');
  return { key, login };
}

const notYet = startingLogin(1);

/** States of the panel that every layout and accessibility check covers. */
function autoStopOf(vm: (typeof FLEET)[number] | undefined, limit: AutoStopLimit) {
  const { id = '', label = '' } = vm ?? {};
  const named = { accountId: 'a1', vmId: id, name: label ?? '' };
  return { [vmKey('a1', id)]: { kind: 'stop', ...named, limit } as const };
}

export const STATES = {
  clouds: FOUR_CLOUDS,
  firstRun: stateOf({ accounts: [], rates: [], snapshots: {} }),
  question: stateOf({ ...live, preferences: { hourlyRate: { isOn: true, limit: null } } }),
  questionEarly: stateOf({
    snapshots: {},
    rates: [],
    preferences: { hourlyRate: { isOn: true, limit: null } },
  }),
  loading: stateOf({ snapshots: {}, rates: [] }),
  empty: stateOf({ snapshots: { a1: snapshotOf([]) } }),
  live: stateOf(live),
  operations: stateOf({
    ...live,
    autoStops: {
      ...autoStopOf(FLEET[0], { kind: 'idle', ms: HOUR, since: NOW - HOUR }),
      ...autoStopOf(FLEET[1], { kind: 'spend', amount: 25, since: NOW - HOUR }),
      ...autoStopOf(FLEET[2], { kind: 'time', at: NOW + 4 * HOUR }),
    },
    accounts: [OPERATED],
    balances: { a1: 142.1 },
    operations: {
      [vmKey('a1', FLEET[0]?.id ?? '')]: { operation: 'stop', isOverdue: true },
      [vmKey('a1', FLEET[1]?.id ?? '')]: { operation: 'stop', isOverdue: false },
    },
  }),
  attention: stateOf({ snapshots: { a1: snapshotOf([...FLEET.slice(0, 1), ...attention]) } }),
  stale: stateOf({ snapshots: { a1: snapshotOf(FLEET, unreachable) } }),
  noData: stateOf({ rates: [], snapshots: { a1: noData(unreachable) } }),
  allowsNothing: stateOf({ rates: [], snapshots: { a1: noData(forbidden) } }),
  refused: stateOf({
    rates: [],
    snapshots: { a1: noData({ kind: 'unauthorized', credential: 'apiKey' }) },
  }),
  offlineNoData: stateOf({
    rates: [],
    snapshots: { a1: noData(null) },
    environment: { ...SURROUNDINGS, isOnline: false },
  }),
  offline: stateOf({
    snapshots: { a1: snapshotOf(FLEET, { kind: 'network' }) },
    environment: { ...SURROUNDINGS, isOnline: false },
  }),
  billingOnly: stateOf({
    snapshots: { a1: { ...snapshotOf(FLEET), vms: { value: null, problem: forbidden } } },
  }),
  billingNoData: stateOf({
    rates: [],
    snapshots: {
      a1: {
        vms: { value: null, problem: forbidden },
        spend: { value: null, problem: unreachable },
        ...{ asOf: null, freshness: 'outOfDate' },
      },
    },
  }),
  billingUnreadable: stateOf({ snapshots: { a1: billedWith({ perHour: 5.5, skipped: 2 }) } }),
  noSpend: stateOf({
    rates: [],
    snapshots: {
      a1: {
        ...snapshotOf(FLEET),
        vms: { value: makeVmList(withBilled(FLEET, null)), problem: null },
        spend: { value: null, problem: forbidden },
      },
    },
  }),
  signedOut: stateOf({
    snapshots: { a1: snapshotOf(FLEET, { kind: 'unauthorized', credential: 'apiKey' }) },
  }),
  keychainLocked: stateOf({
    keychain: 'locked',
    snapshots: { a1: noData({ kind: 'keychainLocked' }) },
  }),
  twoAccounts: stateOf({
    accounts: [ACCOUNT, second],
    snapshots: {
      a1: snapshotOf(FLEET),
      a2: snapshotOf(attention, { kind: 'rateLimited', retryAt: NOW + MINUTE }),
    },
    notice: 'Your settings file was damaged. The last good copy was restored.',
  }),
  large: stateOf({ snapshots: { a1: snapshotOf(large) } }),
  hostile: stateOf({
    accounts: [{ ...ACCOUNT, label: '\u202Eevil\u0007 <script>alert(1)</script> '.repeat(20) }],
    snapshots: { a1: snapshotOf(hostile) },
  }),
  hidden: stateOf({
    ...live,
    alerts: [{ ...alert, message: 'Hourly rate above your limit of ••••/h' }],
    preferences: { hideAmounts: true },
  }),
  alertOpen: stateOf({ ...live, alerts: [alert], recentEvents: PAST }),
  everyRule: stateOf({
    ...live,
    accounts: [OPERATED, second],
    balances: { a1: 9 },
    alerts: [
      makeAlert({
        ...{ id: 'finished', rule: 'finished', limit: 0, value: null, ratePerHour: 1.43 },
        ...{ accountId: 'a1', vmId: FLEET[0]?.id ?? '', openedAt: NOW - 12 * MINUTE },
        name: 'eval-7',
        message: 'eval-7 looks finished',
      }),
      makeAlert({
        ...{ id: 'idle', rule: 'idle', limit: 1, value: 1, ratePerHour: 0.89, isMuted: true },
        ...{ accountId: 'a1', vmId: 'x', openedAt: NOW - HOUR, reason: 'CPU 2 %, RAM 6 %' },
        name: 'W'.repeat(60),
        message: `Idle longer than 1 h: ${'W'.repeat(60)}`,
      }),
    ],
    preferences: {
      ...{ accountRate: { isOn: true, limit: 5 }, spendToday: { isOn: true, limit: 50 } },
      balanceLow: { isOn: true, limit: 10 },
      ...{ idle: { isOn: true, limit: 1 }, monthForecast: { isOn: true, limit: 1_000_000 } },
      mutedVms: ['a1/x'],
    },
  }),
  logins: stateOf({
    snapshots: { a1: snapshotOf(starting) },
    vmSshAccess: {
      ...startingLogins,
      [notYet.key]: { ...notYet.login, reach: 'waiting' },
    },
  }),
  noNames: stateOf({ ...live, ssh: { ...SSH, include: 'absent' } }),
  noTray: stateOf({ ...live, environment: { ...SURROUNDINGS, hasTray: false } }),
} as const satisfies Record<string, AppState>;

export type StateName = keyof typeof STATES;
