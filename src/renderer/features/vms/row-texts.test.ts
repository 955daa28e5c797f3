import { describe, expect, test } from 'vitest';
import { autoStopLabel, type ShownAutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { NO_COURSE, type VmLoad } from '../../../shared/gpu-load/gpu-load.ts';
import type { VmLogin } from '../../../shared/ssh/ssh-state.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { NO_ACTIVITY, type VmActivity } from '../../../shared/vms/vm-activity.ts';
import type { Waste } from '../../../shared/vms/waste-text.ts';
import { rowTexts, splitName } from './row-texts.ts';
import { entryWith } from './testing/entry.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

const LOGIN: VmLogin = {
  alias: 'gpu-train',
  command: 'ssh 203.0.113.7',
  hasAddress: true,
  reach: 'ready',
};

const GPU = {
  ...{ index: 0, load: 90, memoryUsed: 20, memoryTotal: 80, temperature: 60, power: 300 },
};

const IDLE: Waste = {
  ...{ reason: 'idle', word: 'idle', since: NOW - 60 * MINUTE, end: 'GPU 0 %' },
};

interface Known {
  readonly login?: Partial<VmLogin>;
  readonly times?: Partial<VmActivity>;
  readonly load?: Partial<VmLoad>;
  readonly waste?: Waste;
  readonly autoStop?: ShownAutoStop;
}

const STATE = initialState(environment, NOW);

const ofVm = <T>(value: T | undefined) => (value === undefined ? {} : { 'a/v': value });

function line(known: Partial<Vm>, facts: Known = {}, room: number | null = 99) {
  const listed = entryWith({
    ...{ id: 'v', ipAddress: '203.0.113.7', gpuType: '4090', gpuCount: 2 },
    ...known,
  });
  const { login, times, load, waste, autoStop } = facts;
  const figures = { at: NOW, gpus: [GPU], load: 90, memory: 25, problem: null, ...NO_COURSE };
  const app = {
    ...STATE,
    accounts: [makeAccount({ id: 'a', turnedOn: { gpuLoad: true } })],
    vmLoads: ofVm(load && { ...figures, ...load }),
    vmSshAccess: ofVm(login && { ...LOGIN, ...login }),
    vmActivity: ofVm(times && { ...NO_ACTIVITY, isTroubleObserved: true, ...times }),
    vmWaste: ofVm(waste),
    autoStops: ofVm(autoStop),
  };
  return rowTexts(app, listed, NOW, room);
}

test('shows GPUs, time, load and state of a running VM', () => {
  const vm = { startedAt: minutesAgo(720), cpuPercent: 80, ramPercent: 40, node: 'vm03' };
  expect(line(vm, { login: {} })).toMatchObject({
    ...{ what: '2 × 4090 · 12 h', load: '80% cpu  40% ram', meter: 80, isText: true },
    ...{ state: 'ready', tone: 'quiet', creatingSince: null },
  });
});

test('shows since when a stopped VM is stopped, and no load', () => {
  const vm = { status: 'stopped', cpuPercent: 0, ramPercent: 0, startedAt: minutesAgo(60) };
  expect(line(vm)).toMatchObject({ what: '2 × 4090', load: '', state: 'stopped' });
  expect(line({ ...vm, stoppedAt: minutesAgo(4_320) })).toMatchObject({ state: 'stopped 3 d' });
});

describe('without room', () => {
  const vm = { startedAt: minutesAgo(720) };
  const autoStop: ShownAutoStop = {
    ...{ kind: 'stop', accountId: 'a', vmId: 'v', name: 'v' },
    limit: { kind: 'spend', amount: 25, since: 0 },
  };
  const known = { load: {}, autoStop, waste: IDLE };
  const state = `${autoStopLabel(autoStop, NOW)} · idle 1 h, GPU 0 %`;
  const [long, short] = ['2 × 4090 · 12 h', '2 × 4090'];

  test.each([
    ['everything', 40, { what: long, load: '90% gpu  25% vram', meter: 90 }],
    ['no meter', 39, { what: long, load: '90% gpu  25% vram', meter: null }],
    ['no memory either', 34, { what: long, load: '90% gpu', meter: null }],
    ['no running time either', 24, { what: short, load: '90% gpu', meter: null }],
    ['no load either', 17, { what: short, load: '', meter: null }],
    ['no less', -20, { what: short, load: '', meter: null }],
  ])('shows %s', (_, room, shown) => {
    const texts = line(vm, known, ` · ${state}`.length + room);
    expect(texts).toMatchObject({ ...shown, state, tone: 'amber' });
  });

  test('in a row of one line, shows auto-stop and state', () => {
    const fields = { status: 'interrupted', stoppedAt: minutesAgo(27) };
    expect(line(fields, {}, null)).toMatchObject({ what: '', load: '', state: 'interrupted 27 m' });
    expect(line(vm, known, null)).toMatchObject({ what: '', load: '', state });
  });
});

test.each([
  ['outbid; restarts automatically', 'outbid'],
  ['offline · its host is gone', 'offline'],
  ['hibernating', 'hibernating'],
])('in a row of one line, leaves the room of “%s” to the name', (note, state) => {
  expect(line({ note })).toMatchObject({ state: note, hover: undefined });
  expect(line({ note }, {}, null)).toMatchObject({ state, hover: note });
});

describe('GPU load', () => {
  const vm = { cpuPercent: 3, ramPercent: 40 };
  const gpuFigures = '90% gpu  25% vram';
  const cpuFigures = '3% cpu  40% ram';

  test('takes the place of CPU and RAM, and of “ready”', () => {
    expect(line(vm, { login: {}, load: {} })).toMatchObject({ load: gpuFigures, state: '' });
  });

  test.each<[string, Partial<VmLoad>, string]>([
    ['outOfDate', { at: NOW - 3 * MINUTE }, 'ready'],
    ['not known yet', { gpus: [], load: null, memory: null }, 'ready'],
    ['ended by a problem', { problem: 'denied' }, 'no GPU load'],
  ])('that is %s is not shown as current', (_, load, state) => {
    expect(line(vm, { login: {}, load })).toMatchObject({ load: cpuFigures, state });
  });
});

describe('state', () => {
  test.each<[string, Partial<Vm>, Known, string]>([
    ['no address', { ipAddress: null }, { login: { hasAddress: false } }, 'no address yet'],
    ['invalid address', {}, { login: { hasAddress: false } }, 'no usable address'],
    ['SSH not reachable yet', {}, { login: { reach: 'waiting' } }, 'waiting for SSH'],
    ['without an SSH server', {}, { login: { reach: 'silent' } }, 'no SSH answer'],
    ['login not known yet', {}, {}, ''],
    [
      'idle, without an SSH answer',
      {},
      { login: { reach: 'silent' }, waste: IDLE },
      'idle 1 h, GPU 0 %',
    ],
    ['starting', { status: 'starting' }, { login: { reach: null } }, 'starting…'],
    ['interrupted', { status: 'interrupted' }, {}, 'interrupted'],
    [
      'interrupted, reported',
      { status: 'interrupted', stoppedAt: minutesAgo(14) },
      { times: { troubleSince: NOW - 13 * MINUTE } },
      'interrupted 14 m',
    ],
    [
      'failed, observed',
      { status: 'failed' },
      { times: { troubleSince: NOW - 2 * MINUTE } },
      'failed 2 m',
    ],
    [
      'offline from the first poll',
      { status: 'offline' },
      { times: { troubleSince: NOW, isTroubleObserved: false } },
      'offline',
    ],
    ['undocumented', { status: '\u202Ezombie' }, {}, 'zombie'],
    ['missing', { status: '' }, {}, 'no status'],
    ['destroyed', { status: 'destroyed' }, {}, 'gone'],
  ])('%s', (_, vm, known, state) => {
    expect(line(vm, known).state).toBe(state);
  });
});

test('has a start time only while creating', () => {
  const times = { createdAt: minutesAgo(2), startedAt: minutesAgo(1), stoppedAt: minutesAgo(1) };
  expect(line({ status: 'creating', ...times }).creatingSince).toBe(NOW - 2 * MINUTE);
  expect(line({ status: 'creating', createdAt: 'yesterday' }).creatingSince).toBeNull();
  for (const status of ['starting', 'stopping', 'interrupted', 'running'])
    expect(line({ status, ...times }).creatingSince).toBeNull();
});

test.each([{ gpuType: 'شغال' }, { note: 'hibernating' }, { gpuType: 'GB'.repeat(50) }])(
  'the line of %j has parts',
  (vm) => expect(line(vm).isText).toBe(false),
);

test.each<[Partial<Vm>, string]>([
  [{ gpuType: null, gpuCount: 0, cpuCores: 8 }, '8 CPU cores'],
  [{ gpuType: null, gpuCount: 0, cpuCores: null }, '0 GPUs'],
  [{ cluster: 'cluster_abc123' }, '2 × 4090 · cluster cluster_abc123'],
])('names a machine of %j', (vm, what) => {
  expect(line(vm).what).toBe(what);
});

test.each([
  ['train-llama', null, 'train-llama', ''],
  ['train-llama-3-8b-run-11', null, 'train-llama-3-8b', '-run-11'],
  ['train-llama-3-8b-run-11', 41, 'train-llama-3-8b', '-run-11'],
  ['train-llama-3-8b-run-11', 42, 'train-llama-3-8b-run-11', ''],
  ['1 × RTX PRO 6000 S · 91uv', null, '1 × RTX PRO 6000 S', ' · 91uv'],
  ['مرحبا بالعالم שלום', null, 'مرحبا بالعالم שלום', ''],
])('splits %j in %j', (name, room, start, end) => {
  expect(splitName(name, room)).toEqual([start, end]);
});
