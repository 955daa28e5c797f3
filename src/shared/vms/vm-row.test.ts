import { expect, test } from 'vitest';
import { makeVm } from '../domain/testing/records.ts';
import { asLastSeen, asUnconfirmed, type Vm } from '../domain/vm.ts';
import { NO_COURSE } from '../gpu-load/gpu-load.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { NO_ACTIVITY } from './vm-activity.ts';
import { vmRow } from './vm-row.ts';
import { wasteOf } from './waste.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const STATE = initialState(environment, NOW);
const GPU = { index: 0, load: 90, memoryUsed: 20, memoryTotal: 80, temperature: 60, power: 300 };
const ASKED = { at: NOW, gpus: [GPU], load: 90, memory: 25, problem: null, ...NO_COURSE };

interface Known {
  readonly asked?: typeof ASKED;
  readonly lowSince?: number;
}

/** Its load, and why it is waste. */
function shown(known: Partial<Vm>, { asked, lowSince }: Known): readonly unknown[] {
  const vm = makeVm({ id: 'v', status: 'running', cpuPercent: 3, ramPercent: 4, ...known });
  const app = {
    ...STATE,
    accounts: [makeAccount({ id: 'a', turnedOn: { gpuLoad: true } })],
    vmLoads: asked === undefined ? {} : { 'a/v': asked },
    vmActivity: lowSince === undefined ? {} : { 'a/v': { ...NO_ACTIVITY, lowSince } },
  };
  const facts = { app, accountId: 'a', now: NOW };
  const waste = wasteOf(facts, vm, 'a/v');
  const vmWaste = waste === null ? {} : { 'a/v': waste };
  const row = vmRow({ ...facts, app: { ...app, vmWaste } }, vm, 'a/v');
  const load = row.loads.map(({ name, percent }) => `${name} ${percent}`);
  return [load.join(' '), row.waste && row.state];
}

const idleFor = (minutes: number) => ({ lowSince: NOW - minutes * MINUTE });

test.each<[string, Partial<Vm>, Known, string, string | null]>([
  ['of CPU and RAM', {}, {}, 'cpu 3 ram 4', null],
  ["of the record's GPUs", { gpuPercents: [80], gpuCount: 1 }, {}, 'gpu 80', null],
  ['over SSH before CPU and RAM', {}, { asked: ASKED }, 'gpu 90 vram 25', null],
  ['that is out of date', {}, { asked: { ...ASKED, at: 0 } }, 'cpu 3 ram 4', null],
  ['low for a moment', {}, idleFor(9), 'cpu 3 ram 4', null],
  ['low for long', {}, idleFor(10), '', 'idle 10 m, CPU 3 %'],
  ['of idle GPUs', { gpuPercents: [0], gpuCount: 1 }, idleFor(60), 'gpu 0', 'idle 1 h, GPU 0 %'],
  ['of a VM that does not run', { status: 'stopped', phase: 'stopped' }, idleFor(60), '', null],
])('the load %s', (_, vm, known, load, idle) => {
  expect(shown(vm, known)).toEqual([load, idle]);
});

test.each([
  [null, 'running'],
  ['outbid; restarts automatically', 'outbid'],
  ['offline · its host is gone', 'offline · its host is gone'],
])('the note %s: %s', (note, state) => {
  const vm = makeVm({ id: 'v', status: 'running', note });
  expect(vmRow({ app: STATE, accountId: 'a', now: NOW }, vm, 'a/v').state).toBe(state);
});

test('an unconfirmed VM has no note of its last state', () => {
  const vm = asUnconfirmed(makeVm({ id: 'v', status: 'running', note: 'outbid' }));
  expect(vmRow({ app: STATE, accountId: 'a', now: NOW }, vm, 'a/v').state).toBe('unconfirmed');
  expect(asLastSeen(vm).note).toBe('outbid');
});
