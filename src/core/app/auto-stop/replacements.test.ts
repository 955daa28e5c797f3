import { expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/index.ts';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A VM with an auto-stop of 4 h is gone, and another one is listed after a time. */
async function replaced(change: Partial<Vm>, afterMs: number, isListedBefore = false) {
  const own = autoStopWorld('4h');
  const gpu = { gpuType: 'RTX 4090', gpuCount: 1 };
  const other = makeVm({ id: 'w', label: 'train', status: 'running', ...gpu, ...change });
  own.says.lists = (vm) => [{ ...vm, ...gpu }, ...(isListedBefore ? [other] : [])];
  await own.pass(10 * MINUTE);
  own.says.lists = () => (isListedBefore ? [other] : []);
  await own.pass(afterMs);
  own.says.lists = () => [other];
  await own.pass(10 * MINUTE);
  return own.notifications;
}

test('a VM in the place of one with an auto-stop is told once, with a button that sets it again', async () => {
  for (const afterMs of [0, 50 * MINUTE]) {
    const [told, ...others] = await replaced({}, afterMs);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      title: 'train has no auto-stop',
      destination: { kind: 'vm', vmId: 'w' },
      buttons: [{ label: 'Set auto-stop', action: { input: { vmId: 'w' } } }],
    });
    const minutes = (4 * HOUR - afterMs) / MINUTE - 10;
    expect(told?.buttons?.[0]?.action).toMatchObject({ input: { when: `${minutes}m` } });
  }
});

test('one that appeared shortly before is told too', async () => {
  const own = autoStopWorld('4h');
  const other = makeVm({ id: 'w', label: 'train', status: 'running' });
  await own.pass(10 * MINUTE);
  own.says.lists = (vm) => [vm, other];
  await own.pass(10 * MINUTE);
  own.says.lists = () => [other];
  await own.pass(MINUTE);
  expect(own.titles()).toEqual(['train has no auto-stop']);
});

test('without the button where its stop erases everything', async () => {
  const [told] = await replaced({ effects: { stop: { keeps: [], notes: [] } } }, 0);
  expect([told?.title, told?.buttons]).toEqual(['train has no auto-stop', []]);
});

test.each([
  ['another name', { label: 'eval' }, 0, false],
  ['another GPU', { gpuType: 'H100' }, 0, false],
  ['stopped', { status: 'stopped' }, 0, false],
  ['later than an hour', {}, HOUR + 2 * MINUTE, false],
  ['listed before', {}, 0, true],
] as const)('not one of %s', async (_, change, afterMs, isListedBefore) => {
  expect(await replaced(change, afterMs, isListedBefore)).toEqual([]);
});
