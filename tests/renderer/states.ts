import type {
  AccountSnapshot,
  AppAccount,
  AppState,
  Preferences,
} from '../../src/shared/app/index.ts';
import { initialState, vmKey } from '../../src/shared/app/index.ts';
import { makeAlert } from '../../src/shared/app/testing/alerts.ts';
import {
  type Problem,
  type ServiceProfile,
  type Spend,
  type Vm,
  vmPhase,
} from '../../src/shared/domain/index.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import { HOUR, loginsOf, MINUTE, makeVm, NOW, SSH } from './make-vm.ts';

const SURROUNDINGS = {
  platform: 'linux',
  version: '0.1.0',
  hasTray: true,
  isOnline: true,
} as const;

const ACCOUNT: AppAccount = {
  id: 'a1',
  label: 'lea@example.com',
  baseUrl: 'https://api.example.com',
  credential: 'apiKey',
  email: null,
  keptIn: 'keychain',
  consoleUrl: 'https://console.example.com',
  profile: null,
  color: null,
};

const PROFILE: ServiceProfile = {
  operations: {
    start: { method: 'POST', path: '/vms/{vm_id}/start' },
    stop: { method: 'POST', path: '/vms/{vm_id}/stop' },
    destroy: { method: 'DELETE', path: '/vms/{vm_id}' },
  },
};

/** $/h that the spend lists for the VM; undefined: not listed. */
function billed(vm: Vm): number | null | undefined {
  switch (vmPhase(vm.status)) {
    case 'running':
    case 'unknown':
      return vm.hourlyRate;
    case 'stopped':
    case 'interrupted':
    case 'offline':
      return vm.storageHourlyRate || undefined;
    case 'changing':
    case 'failed':
    case 'destroyed':
      return undefined;
  }
}

function spendOf(vm: Vm): Spend['vms'] {
  const totalPerHour = billed(vm);
  if (totalPerHour === undefined) return [];
  const { id: vmId, vmid, gpuType, gpuCount, storageGb, gpuHourlyRate, storageHourlyRate } = vm;
  const gpuPerHour = totalPerHour === storageHourlyRate ? 0 : gpuHourlyRate;
  return [
    {
      ...{ vmId, vmid, gpuType, gpuCount, storageGb },
      ...{ gpuPerHour, storagePerHour: storageHourlyRate, networkPerHour: 0, totalPerHour },
    },
  ];
}

/** A snapshot with these VMs and the spend that follows from them. */
export function snapshotOf(vms: readonly Vm[], problem: Problem | null = null): AccountSnapshot {
  const spendVms = vms.flatMap(spendOf);
  const sum = spendVms.reduce((total, { totalPerHour }) => total + (totalPerHour ?? 0), 0);
  const perHour = Math.round(sum * 100) / 100;
  return {
    vms: { value: makeVmList(vms), problem },
    spend: {
      value: {
        perHour,
        perDay: perHour * 24,
        perMonth: perHour * 720,
        hourlyRate: perHour,
        runningVms: vms.filter(({ status }) => vmPhase(status) === 'running').length,
        vms: spendVms,
        skipped: 0,
        lastUpdated: null,
      },
      problem,
    },
    asOf: NOW - (problem === null ? 8_000 : 4 * MINUTE),
    freshness: problem === null ? 'live' : 'outOfDate',
  };
}

/** A snapshot without data, because of this problem. */
function noData(problem: Problem | null): AccountSnapshot {
  return {
    vms: { value: null, problem },
    spend: { value: null, problem },
    ...{ asOf: null, freshness: 'outOfDate' },
  };
}

const FLEET: readonly Vm[] = [
  makeVm(101, {
    label: 'train-llama',
    gpuCount: 2,
    age: 12 * HOUR,
    hourlyRate: 1.1,
    cpuPercent: 81,
    ramPercent: 62,
  }),
  makeVm(102, {
    label: 'sd-webui',
    gpuType: '5090',
    age: 3 * HOUR,
    hourlyRate: 0.89,
    cpuPercent: 34,
    ramPercent: 48,
  }),
  makeVm(103, {
    label: 'eval-7',
    gpuType: 'pro6000',
    gpuCount: 8,
    age: 41 * MINUTE,
    hourlyRate: 1.43,
    cpuPercent: 96,
    ramPercent: 88,
  }),
  makeVm(104, {
    label: 'exp-17',
    status: 'creating',
    ipAddress: null,
    startedAt: null,
    age: 42_000,
    hourlyRate: null,
    cpuPercent: null,
    ramPercent: null,
  }),
  makeVm(105, {
    label: 'old-run',
    status: 'stopped',
    ipAddress: null,
    storageHourlyRate: 0.02,
    age: 80 * HOUR,
    cpuPercent: null,
    ramPercent: null,
  }),
  makeVm(106, {
    label: null,
    status: 'stopped',
    ipAddress: null,
    hourlyRate: 2.2,
    storageHourlyRate: 0,
    gpuCount: 4,
    age: 200 * HOUR,
    cpuPercent: null,
    ramPercent: null,
  }),
];

const RATES = [0, 0.89, 0.89, 1.2, 1.99, 2.4, 2.4, 1.99, 1.99, 3.1, 3.44].map((rate, index) => ({
  at: NOW - (22 - index * 2) * HOUR,
  rate,
}));

interface Parts extends Partial<Omit<AppState, 'preferences'>> {
  readonly preferences?: Partial<Preferences>;
}

/** Signed in with one account, the first run completed. */
export function stateOf({ preferences, ...parts }: Parts): AppState {
  const blank = initialState(SURROUNDINGS, NOW);
  return {
    ...blank,
    accounts: [ACCOUNT],
    rates: RATES,
    costs: {
      today: { known: 27.4, asOf: NOW - 12 * MINUTE, perHour: 3.44 },
      month: { known: 411.6, asOf: NOW - 12 * MINUTE, perHour: 3.44 },
    },
    vmCosts: {
      asOf: NOW - 12 * MINUTE,
      month: Object.fromEntries(
        FLEET.map(({ id, hourlyRate }) => [`a1/${id}`, (hourlyRate ?? 0) * 40]),
      ),
    },
    ssh: SSH,
    vmLogins: loginsOf(parts.snapshots ?? {}, (parts.ssh ?? SSH).include === 'active'),
    ...parts,
    preferences: { ...blank.preferences, hourlyRate: { isOn: true, limit: 3 }, ...preferences },
  };
}

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
  keptIn: 'memory',
};

const attention = [
  makeVm(201, {
    label: 'spot-1',
    status: 'interrupted',
    rentalType: 'interruptible',
    storageHourlyRate: 0.02,
  }),
  makeVm(202, { label: 'spot-2', status: 'failed', ipAddress: null, hourlyRate: null }),
  makeVm(203, { label: 'edge-9', status: 'offline', hourlyRate: 0.44 }),
  makeVm(204, { label: 'frozen', status: 'hibernating', hourlyRate: 0.11 }),
  makeVm(205, { label: 'gone-1', status: 'destroyed', hourlyRate: 0 }),
];

const hostile = [
  makeVm(301, { label: '<img src=x onerror=alert(1)>', gpuType: '<b>4090</b>', gpuCount: 8 }),
  makeVm(302, { label: '\u202Egnp.exe\u202D evil\u0007 line\nbreak' }),
  makeVm(303, { label: 'W'.repeat(3_000), node: 'n'.repeat(500), gpuType: 'g'.repeat(300) }),
  makeVm(304, { label: 'مرحبا بالعالم שלום', hourlyRate: -5, cpuPercent: -20, ramPercent: 9_000 }),
  makeVm(305, {
    label: 'absurd',
    hourlyRate: 1e21,
    gpuCount: 1_000_000,
    createdAt: 'yesterday',
    startedAt: 'not a date',
  }),
  makeVm(306, {
    label: '   ',
    vmid: null,
    hourlyRate: null,
    gpuType: null,
    gpuCount: null,
    node: null,
    createdAt: null,
    startedAt: null,
  }),
  makeVm(307, { label: 'tiny', hourlyRate: 0.00042, status: '' }),
  makeVm(308, {
    label: 'status',
    hourlyRate: 123_456_789.12,
    status: '\u202E__proto__ '.repeat(30),
  }),
];

const large = Array.from({ length: 500 }, (_, index) =>
  makeVm(1_000 + index, {
    label: `job-${index}`,
    hourlyRate: 0.2 + (index % 17) / 10,
    status: index % 10 === 0 ? 'stopped' : 'running',
    age: index * 7 * MINUTE,
  }),
);

const alert = makeAlert({ openedAt: NOW - 12 * MINUTE });

const PAST: AppState['past'] = [
  {
    ...{ kind: 'vm', at: NOW - 2 * HOUR, accountId: 'a1', vmId: 'x', name: 'vllm-prod' },
    what: 'was interrupted',
  },
  {
    ...{ kind: 'alert', at: NOW - 3 * HOUR, rule: 'hourlyRate', limit: 3, name: null },
    openedAt: NOW - 3 * HOUR - 42 * MINUTE,
  },
  {
    ...{ kind: 'vm', at: NOW - 26 * HOUR, accountId: 'a1', vmId: 'y', name: 'W'.repeat(60) },
    what: 'is gone',
  },
];

const starting = [
  makeVm(401, { label: 'just-ready', age: 4 * MINUTE, hourlyRate: 1.1 }),
  makeVm(402, { label: 'not-yet', age: MINUTE, hourlyRate: 0.89 }),
  makeVm(403, { label: 'reinstalled', age: 5 * HOUR, hourlyRate: 1.43 }),
  makeVm(404, { label: 'odd-address', ipAddress: '-oProxyCommand=x', hourlyRate: 0.44 }),
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
const reinstalled = startingLogin(2);

/** States of the panel that every layout and accessibility check covers. */
export const STATES = {
  firstRun: stateOf({ accounts: [], rates: [], snapshots: {} }),
  question: stateOf({ ...live, preferences: { hourlyRate: { isOn: true, limit: null } } }),
  questionEarly: stateOf({
    snapshots: {},
    rates: [],
    preferences: { hourlyRate: { isOn: true, limit: null } },
  }),
  shortNames: stateOf({
    ...live,
    ssh: { ...SSH, include: 'absent' },
    preferences: { offerShortNames: 'inFirstRun' },
  }),
  loading: stateOf({ snapshots: {}, rates: [] }),
  empty: stateOf({ snapshots: { a1: snapshotOf([]) } }),
  live: stateOf(live),
  operations: stateOf({
    ...live,
    leases: {
      [vmKey('a1', FLEET[2]?.id ?? '')]: {
        ...{ accountId: 'a1', vmId: FLEET[2]?.id ?? '', name: 'eval-7', at: NOW + 4 * HOUR },
      },
    },
    accounts: [{ ...ACCOUNT, profile: PROFILE }],
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
    surroundings: { ...SURROUNDINGS, isOnline: false },
  }),
  offline: stateOf({
    snapshots: { a1: snapshotOf(FLEET, { kind: 'network' }) },
    surroundings: { ...SURROUNDINGS, isOnline: false },
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
    snapshots: { a1: { ...snapshotOf(FLEET), spend: { value: null, problem: forbidden } } },
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
    alerts: [{ ...alert, message: 'Hourly rate above your limit' }],
    preferences: { hideAmounts: true },
  }),
  alertOpen: stateOf({ ...live, alerts: [alert], past: PAST }),
  everyRule: stateOf({
    ...live,
    accounts: [ACCOUNT, second],
    alerts: [
      makeAlert({
        ...{ id: 'long', rule: 'runningLong', limit: 24, value: 24, ratePerHour: 1.43 },
        ...{ accountId: 'a1', vmId: FLEET[0]?.id ?? '', openedAt: NOW - 12 * MINUTE },
        message: 'eval-7 has been running for more than 24 h',
      }),
      makeAlert({
        ...{ id: 'idle', rule: 'idle', limit: 1, value: 1, ratePerHour: 0.89, isMuted: true },
        ...{ accountId: 'a1', vmId: 'x', openedAt: NOW - HOUR, reason: 'CPU 2 %, RAM 6 %' },
        message: `${'W'.repeat(60)} has been idle for more than 1 h`,
      }),
    ],
    preferences: {
      ...{ accountRate: { isOn: true, limit: 5 }, spendToday: { isOn: true, limit: 50 } },
      ...{ idle: { isOn: true, limit: 1 }, monthForecast: { isOn: true, limit: 1_000_000 } },
      ...{ quietHours: { isOn: true, from: 1_320, to: 420 }, mutedVms: ['a1/x'] },
    },
  }),
  logins: stateOf({
    snapshots: { a1: snapshotOf(starting) },
    vmLogins: {
      ...startingLogins,
      [notYet.key]: { ...notYet.login, reach: 'waiting' },
      [reinstalled.key]: {
        ...reinstalled.login,
        changedKey: {
          stored: ['ED25519 SHA256:9oN2pGrwvT0mZ0b9m3l8m5oZ5o0sYw9bqYB9c6nA7dE'],
          offered: ['ED25519 SHA256:Qk1y3Vw8rJ0pU6s4eX7tB2nC5hL9aD1fG3iK6mO8qS0'],
        },
      },
    },
  }),
  noNames: stateOf({ ...live, ssh: { ...SSH, include: 'absent' } }),
  noTray: stateOf({ ...live, surroundings: { ...SURROUNDINGS, hasTray: false } }),
} as const satisfies Record<string, AppState>;

export type StateName = keyof typeof STATES;
