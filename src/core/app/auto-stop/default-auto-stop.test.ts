import { expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/vm.ts';
import { autoStopWorld, VM } from './testing/auto-stop-world.ts';

// The default of an account, on a VM that is idle.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KEPT = { path: '/workspace', sizeGb: 20, perHour: null, isNetwork: false };
const stopThatKeeps = (...keeps: readonly (typeof KEPT)[]) => ({ stop: { keeps, notes: [] } });

async function withDefault(canStop = true, change: Partial<Vm> = {}) {
  const own = autoStopWorld(null, { canStop });
  own.is({ cpuPercent: 1, ramPercent: 1, effects: stopThatKeeps(KEPT) });
  await own.poll();
  expect(own.autoStop()).toBeUndefined();
  await own.setDefault(HOUR);
  own.is(change);
  return own;
}

test('is set in a run that began after the end of the auto-stop before', async () => {
  const own = await withDefault();
  await own.set('1h');
  await own.pass(MINUTE);
  await own.restart(2 * HOUR);
  own.becomes('running');
  await own.pass(MINUTE);
  expect(own.titles()).toEqual(['The auto-stop of train has ended']);
  expect(own.autoStop()).toMatchObject({ ...VM, from: 'default' });
});

test('is announced and shown as an auto-stop of the VM, and stops nothing once it is switched off', async () => {
  const own = await withDefault();
  expect(own.shown()).toMatchObject({ limit: { kind: 'idle' }, from: 'default' });
  await own.pass(55 * MINUTE);
  expect(own.titles()).toEqual([expect.stringMatching(/^train stops/)]);
  await own.setDefault(null);
  expect([own.autoStop(), own.shown()]).toEqual([undefined, undefined]);
  await own.pass(HOUR);
  expect([own.sent, own.titles().length]).toEqual([[], 1]);
});

test.each<[string, Partial<Vm>, boolean]>([
  ['whose stop would erase everything', { effects: stopThatKeeps() }, true],
  ['that cannot be stopped now', { operations: ['destroy'] }, true],
  ['of an account that cannot stop', {}, false],
])('only reminds of a VM %s, once a run', async (_, change, canStop) => {
  const own = await withDefault(canStop, change);
  await own.pass(MINUTE);
  expect(own.shown()).toBeUndefined();
  await own.pass(4 * HOUR);
  expect([own.sent, own.titles()]).toEqual([[], ['Time to stop train']]);
});

test('a poll of many VMs reads the settings once', async () => {
  const own = autoStopWorld(null);
  own.says.list = (vm) => Array.from({ length: 50 }, (_, index) => ({ ...vm, id: `v${index}` }));
  await own.setDefault(HOUR);
  await own.poll();
  let reads = 0;
  own.says.loading = async () => {
    reads += 1;
  };
  await own.poll();
  expect([own.stored().autoStops?.length, reads]).toEqual([50, 1]);
});

test('a viewer shows the auto-stops of a default that only the process that acts has', async () => {
  const own = autoStopWorld(null, { isViewer: true });
  await own.setDefault(null);
  // Of `gpu-tray watch --idle-stop 1h`.
  const limit = { kind: 'idle', ms: HOUR, since: own.clock.now() } as const;
  own.store((current) => ({ ...current, autoStops: [{ ...VM, limit, from: 'default' }] }));
  await own.poll();
  expect(own.shown()?.limit).toMatchObject({ kind: 'idle', ms: HOUR });
});
