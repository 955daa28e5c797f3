import { expect, test } from 'vitest';
import { makeVm } from '../domain/testing/records.ts';
import type { VmLoad } from '../gpu-load/index.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { idleSince } from './idleness.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const state = initialState(environment, NOW);
const GPU = { index: 0, load: 90, memoryUsed: 20, memoryTotal: 80, temperature: 60, power: 300 };
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

test.each<[string, number | null, VmLoad | undefined, number | null]>([
  ['low CPU and RAM', 4, undefined, NOW - 2],
  ['an unknown CPU load', null, undefined, null],
  ['a busy GPU, whatever CPU and RAM are', 4, LOAD, null],
  ['an unused GPU', 90, { ...LOAD, lowSince: NOW - 1 }, NOW - 1],
  ['GPU figures that are out of date', 4, { ...LOAD, at: NOW - 1e6, lowSince: NOW - 1 }, null],
])('a VM with %s', (_, cpuPercent, load, since) => {
  const times = { troubleSince: null, isTroubleObserved: false, lowSince: NOW - 2 };
  const app = {
    ...state,
    ssh: { ...state.ssh, gpuLoadAccounts: ['a'] },
    vmActivity: { 'a/1': times },
    vmLoads: load === undefined ? {} : { 'a/1': load },
  };
  const vm = makeVm({ id: '1', status: 'running', cpuPercent, ramPercent: 9 });
  const facts = { app, accountId: 'a', steadySince: 0, now: NOW };
  expect(idleSince(facts, vm, 'a/1')).toBe(since);
});
