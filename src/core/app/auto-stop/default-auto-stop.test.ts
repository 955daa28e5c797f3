import { expect, test } from 'vitest';
import { autoStopped, BUSY, type Shown } from './testing/auto-stopped.ts';

// The default of an account, on a VM that is idle.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDLE: Shown = { ...BUSY, load: 1, startedAt: '2026-01-01T00:00:00Z' };
const KEPT = { keeps: [{ path: '/workspace', sizeGb: 20, perHour: null, isNetwork: false }] };

async function withDefault(canStop = true) {
  const own = await autoStopped('none', canStop);
  await own.poll(IDLE);
  expect(own.stored()).toBe(0);
  await own.setDefault(HOUR);
  return {
    ...own,
    async pass(minutes: number, shown: Shown = IDLE) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await own.clock.advance(MINUTE);
        await own.poll(shown);
      }
    },
  };
}

test('is announced, shown and carried out as an auto-stop of the VM', async () => {
  const own = await withDefault();
  expect(own.store.get().autoStops['a/v']).toMatchObject({
    limit: { kind: 'idle' },
    from: 'default',
  });
  await own.pass(55);
  expect([own.titles, own.buttons]).toEqual([
    [expect.stringMatching(/^vm-v: auto-stop ends at /)],
    ['Count again'],
  ]);
  await own.pass(6);
  expect(own.sent).toEqual(['v']);
});

test('leaves a run alone once it was removed, and stops the next', async () => {
  const own = await withDefault();
  await own.pass(55);
  await own.autoStops.requests.setAutoStop({ accountId: 'a', vmId: 'v', when: null });
  await own.pass(3 * 60);
  await own.poll({ ...IDLE, isOk: false });
  await own.pass(60);
  expect([own.sent, own.stored()]).toEqual([[], 0]);
  await own.poll({ ...IDLE, status: 'stopped' });
  const next = { ...IDLE, startedAt: '2026-01-02T00:00:00Z' };
  await own.pass(61, next);
  expect(own.sent).toEqual(['v']);
});

test('that is switched off again stops nothing', async () => {
  const own = await withDefault();
  await own.pass(30);
  await own.setDefault(null);
  expect([own.stored(), own.store.get().autoStops]).toEqual([0, {}]);
  await own.pass(60);
  expect([own.sent, own.titles]).toEqual([[], []]);
});

test.each<[string, Shown, boolean]>([
  [
    'whose stop would erase everything',
    { ...IDLE, effects: { stop: { keeps: [], notes: [] } } },
    true,
  ],
  ['that cannot be stopped now', { ...IDLE, operations: ['destroy'] }, true],
  ['of an account that cannot stop', IDLE, false],
])('only reminds of a VM %s, once a run', async (_, shown, canStop) => {
  const own = await withDefault(canStop);
  await own.pass(1, shown);
  expect(own.store.get().autoStops).toEqual({});
  await own.pass(4 * 60, shown);
  expect([own.sent, own.titles]).toEqual([[], ['Time to stop vm-v']]);
});

test('asks before the user sets one on a VM whose stop would erase everything', async () => {
  const own = await withDefault();
  await own.pass(1, { ...IDLE, effects: { stop: { keeps: [], notes: [] } } });
  const set = own.autoStops.requests.setAutoStop({ accountId: 'a', vmId: 'v', when: '2h' });
  await expect(set).rejects.toThrow('A stop erases everything');
});

test('stops a VM of which something is kept', async () => {
  const own = await withDefault();
  await own.pass(60, { ...IDLE, effects: { stop: { ...KEPT, notes: [] } } });
  expect(own.sent).toEqual(['v']);
});
