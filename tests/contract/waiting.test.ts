import { expect, test } from 'vitest';
import { TESTED } from './behaviors/behaviors.ts';
import { startOwn } from './behaviors/own.ts';

// A VM that does not run and that its provider starts again by itself.

const startVast = () => startOwn({ provider: 'vast', ...TESTED.vast });
/** Its stopped instance was just told to start. */
async function startStopped() {
  const own = await startVast();
  own.control.setVm(own.vmId, { status: 'stopped' });
  await own.refresh();
  expect(await own.operate('start')).toBeNull();
  return own;
}

const WAITS = { actual_status: 'exited', intended_status: 'running', cur_state: 'stopped' };

test('an auto-stop holds while a VM is outbid, and stops it when it runs again', async () => {
  const own = await startVast();
  await own.setAutoStop('1h');
  own.control.setVm(own.vmId, { status: 'interrupted' });
  await own.pass(90);
  expect([own.phase(), own.vm()?.note]).toEqual(['interrupted', 'outbid; restarts automatically']);
  expect([own.autoStops(), own.stopsSent()]).toEqual([1, 0]);
  own.control.setVm(own.vmId, { status: 'running' });
  await own.pass(6);
  expect([own.phase(), own.autoStops(), own.stopsSent()]).toEqual(['stopped', 0, 1]);
});

test('a start that waits for its GPU is told as that after two minutes, and followed no longer', async () => {
  const own = await startStopped();
  own.control.setVm(own.vmId, WAITS);
  await own.pass(1);
  expect([own.pending(), own.titles()]).toEqual([
    'starting…',
    expect.not.arrayContaining(['train is not running']),
  ]);
  await own.pass(2);
  expect([own.pending(), own.vm()?.note]).toEqual([
    null,
    'waits for its GPU; billed when it starts',
  ]);
  expect(own.state().notice).toBeNull();
  expect(own.notifications.at(-1)).toMatchObject({
    title: 'train is not running',
    body: expect.stringContaining('Waits for its GPU; billed when it starts.'),
  });
  await own.pass(10);
  expect(own.titles().filter((title) => title === 'train is not running')).toHaveLength(1);
});

test('the stop of an outbid VM is sent, so that it does not start again', async () => {
  const own = await startVast();
  own.control.setVm(own.vmId, { status: 'interrupted' });
  await own.pass(3);
  expect(await own.operate('stop')).toBeNull();
  await own.pass(3);
  expect([own.phase(), own.pending(), own.stopsSent()]).toEqual(['stopped', null, 1]);
});
