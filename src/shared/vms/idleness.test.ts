import { expect, test } from 'vitest';
import { makeVm } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import type { VmLoad } from '../gpu-load/gpu-load.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { idleness, isLow } from './idleness.ts';
import { latestLoad } from './listed-load.ts';
import { NO_ACTIVITY } from './vm-activity.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const state = initialState(environment, NOW);
const GPU = { index: 0, load: 90, memoryUsed: 20, memoryTotal: 80, temperature: 60, power: 300 };
const NOTHING = { index: 0, memoryUsed: null, memoryTotal: null, temperature: null, power: null };
const LOAD: VmLoad = {
  at: NOW,
  gpus: [GPU],
  load: 90,
  memory: 25,
  problem: null,
  lowSince: null,
  highSince: null,
  workedUntil: null,
};

function sinceOf(facts: Parameters<typeof idleness>[0], vm: Vm): number | null {
  const { since } = idleness(facts, vm, 'a/1');
  return since === 'unknown' ? null : since;
}

test.each<[string, number | null, VmLoad | undefined, number | null]>([
  ['low CPU and RAM', 4, undefined, NOW - 2],
  ['an unknown CPU load', null, undefined, null],
  ['a busy GPU, whatever CPU and RAM are', 4, LOAD, null],
  ['an unused GPU', 90, { ...LOAD, lowSince: NOW - 1 }, NOW - 1],
  ['GPU figures that are out of date', 4, { ...LOAD, at: NOW - 1e6, lowSince: NOW - 1 }, null],
])('a VM with %s', (_, cpuPercent, load, since) => {
  const times = { ...NO_ACTIVITY, lowSince: NOW - 2 };
  const app = {
    ...state,
    ssh: { ...state.ssh, gpuLoadAccounts: ['a'] },
    vmActivity: { 'a/1': times },
    vmLoads: load === undefined ? {} : { 'a/1': load },
  };
  const vm = makeVm({ id: '1', status: 'running', cpuPercent, ramPercent: 9 });
  const facts = { app, accountId: 'a', steadySince: 0, now: NOW };
  expect(sinceOf(facts, vm)).toBe(since);
});

const listedAt = (asOf: number) =>
  ({
    vms: { value: null, problem: null },
    spend: { value: null, problem: null },
    asOf,
    freshness: 'live',
  }) as const;

test.each<[string, Partial<Vm>, VmLoad | undefined, number | null]>([
  ['GPUs that its record says do nothing', { gpuPercents: [0, 4] }, undefined, NOW - 2],
  ['one busy GPU by its record', { gpuPercents: [0, 5] }, undefined, null],
  ['a GPU that its record leaves out', { gpuPercents: [0] }, undefined, null],
  ['no load of GPUs on its record yet', { gpuPercents: [] }, undefined, null],
  ['no GPU: by CPU and RAM', { gpuPercents: [], gpuCount: 0, cpuPercent: 4 }, undefined, NOW - 2],
  [
    'an idle record after a busy GPU over SSH',
    { gpuPercents: [0, 0] },
    { ...LOAD, at: NOW - 9 },
    NOW - 2,
  ],
  ['a busy GPU over SSH after an idle record', { gpuPercents: [0, 0] }, LOAD, null],
  [
    'an idle GPU over SSH after an idle record: since the first of both',
    { gpuPercents: [0, 0] },
    { ...LOAD, lowSince: NOW - 1 },
    NOW - 2,
  ],
  [
    'an idle GPU over SSH and a record without loads',
    { gpuPercents: [] },
    { ...LOAD, at: NOW - 9, lowSince: NOW - 1 },
    NOW - 1,
  ],
  [
    'old figures of SSH and an idle record',
    { gpuPercents: [0, 0] },
    { ...LOAD, at: NOW - 1e6 },
    NOW - 2,
  ],
])('a VM with %s', (_, fields, load, since) => {
  const given = { gpuCount: 2, cpuPercent: 90, ramPercent: 4, ...fields };
  const vm = makeVm({ id: '1', status: 'running', ...given });
  const lowSince = isLow(vm, 10) ? NOW - 2 : null;
  const times = { ...NO_ACTIVITY, lowSince };
  const app = {
    ...state,
    ssh: { ...state.ssh, gpuLoadAccounts: ['a'] },
    snapshots: { a: listedAt(NOW - 5) },
    vmActivity: { 'a/1': times },
    vmLoads: load === undefined ? {} : { 'a/1': load },
  };
  expect(sinceOf({ app, accountId: 'a', steadySince: 0, now: NOW }, vm)).toBe(since);
});

test('what only SSH tells stays beside a newer record', () => {
  const listed = { ...LOAD, at: NOW + 1, load: 10, memory: null, gpus: [{ ...NOTHING, load: 10 }] };
  expect(latestLoad(listed, LOAD)).toMatchObject({
    gpus: [{ ...GPU, load: 10 }],
    load: 10,
    memory: 25,
  });
  expect(latestLoad({ ...listed, at: NOW - 1 }, LOAD)).toMatchObject({ gpus: [GPU], load: 90 });
});
