import { expect, test } from 'vitest';
import { makeVm } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import { NO_COURSE, type VmLoad } from '../gpu-load/gpu-load.ts';
import type { AccountSnapshot } from '../polling/polling-slice.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { idleness, isLow } from './idleness.ts';
import { latestLoad } from './listed-load.ts';
import { NO_ACTIVITY } from './vm-activity.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const state = initialState(environment, NOW);
const GPU = { index: 0, load: 90, memoryUsed: 20, memoryTotal: 80, temperature: 60, power: 300 };
const NOTHING = { index: 0, memoryUsed: null, memoryTotal: null, temperature: null, power: null };
const LOAD: VmLoad = {
  ...{ at: NOW, gpus: [GPU], load: 90, memory: 25, problem: null },
  ...NO_COURSE,
};

const PART = { value: null, problem: null };
const LISTED: AccountSnapshot = { vms: PART, spend: PART, asOf: NOW - 5, freshness: 'live' };

test.each<[string, Partial<Vm>, VmLoad | undefined, number | null]>([
  ['low CPU and RAM', { gpuCount: null, cpuPercent: 4 }, undefined, NOW - 2],
  ['an unknown CPU load', { gpuCount: null, cpuPercent: null }, undefined, null],
  ['a busy GPU, whatever CPU and RAM are', { gpuCount: null, cpuPercent: 4 }, LOAD, null],
  ['an unused GPU', { gpuCount: null }, { ...LOAD, lowSince: NOW - 1 }, NOW - 1],
  ['GPU figures that are out of date', { cpuPercent: 4 }, { ...LOAD, at: NOW - 1e6 }, null],
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
    accounts: [makeAccount({ id: 'a', turnedOn: { gpuLoad: true } })],
    snapshots: { a: LISTED },
    vmActivity: { 'a/1': times },
    vmLoads: load === undefined ? {} : { 'a/1': load },
  };
  const found = idleness({ app, accountId: 'a', now: NOW }, vm, 'a/1').since;
  expect(found === 'unknown' ? null : found).toBe(since);
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
