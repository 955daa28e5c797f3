import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import { NO_COURSE } from '../../shared/gpu-load/gpu-load.ts';
import { initialState } from '../../shared/state/index.ts';
import { withWaste } from '../../shared/state/with-waste.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { NO_ACTIVITY } from '../../shared/vms/vm-activity.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { noteIdle, withIdleNote } from './idle-note.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const GPU = { index: 0, load: 0, memoryUsed: 1, memoryTotal: 2, temperature: 40, power: 50 };
const LOW = { at: NOW - MINUTE, gpus: [GPU], load: 0, memory: 50, problem: null, ...NO_COURSE };

/** As a command reads it. */
const vms = makeVmList([
  makeVm({ id: 'cpu', status: 'running', ipAddress: '203.0.113.7', cpuPercent: 15, ramPercent: 1 }),
  makeVm({ id: 'gpu', status: 'running', ipAddress: '203.0.113.8' }),
]);
const snapshot = { ...UNKNOWN_STATE, vms: { value: vms, problem: null }, asOf: NOW };
const READ = {
  ...initialState(environment, NOW),
  accounts: [makeAccount({ id: 'a' })],
  snapshots: { a: { ...snapshot, freshness: 'live' as const } },
};
/** The same in the app, which asks over SSH, with another percentage. */
const APP = withWaste(
  {
    ...READ,
    preferences: { ...READ.preferences, idlePercent: 20 },
    accounts: [makeAccount({ id: 'a', turnedOn: { gpuLoad: true } })],
    vmActivity: { 'a/cpu': { ...NO_ACTIVITY, lowSince: NOW - 60 * MINUTE } },
    vmLoads: { 'a/gpu': { ...LOW, lowSince: NOW - 20 * MINUTE } },
  },
  NOW,
);

test('a command finds the idle VMs of the app, by its percentage and while its load is 2 min old at most', async () => {
  const folder = await temporaryFolder();
  await noteIdle(folder, APP, NOW);
  const wasteAt = async (now: number) =>
    Object.keys((await withIdleNote(READ, folder, now)).app.vmWaste);
  expect(Object.keys(APP.vmWaste)).toEqual(['a/cpu', 'a/gpu']);
  expect(await wasteAt(NOW + MINUTE)).toEqual(['a/cpu', 'a/gpu']);
  expect(await wasteAt(NOW + 1.5 * MINUTE)).toEqual(['a/cpu']);
  // While the screen is locked, the app polls every 2 min.
  expect(await wasteAt(NOW + 2.5 * MINUTE)).toEqual(['a/cpu']);
  expect(await wasteAt(NOW + 3.5 * MINUTE)).toEqual([]);
  expect(await wasteAt(NOW - 3.5 * MINUTE)).toEqual([]);
});

test('idle times are not known of an account that the app does not have, and by a damaged note', async () => {
  const folder = await temporaryFolder();
  await noteIdle(folder, APP, NOW);
  const isKnown = async (id: string) =>
    (await withIdleNote({ ...READ, accounts: [makeAccount({ id })] }, folder, NOW)).isKnown;
  expect([await isKnown('a'), await isKnown('command-line')]).toEqual([true, false]);
  await writeFile(join(folder, 'idle.json'), '{"at":');
  expect(await isKnown('a')).toBe(false);
  // Nor by the note before, where a command reads again and again.
  expect((await withIdleNote(APP, folder, NOW)).app.vmWaste).toEqual({});
});
