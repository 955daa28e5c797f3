import { expect, test } from 'vitest';
import { inStatus, makeVm } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a 403 is notified at once, and tried again every two minutes', async () => {
  const own = autoStopWorld('1h', { provider: 'runpod' });
  const stop = own.says.stop;
  own.says.stop = () =>
    new ServiceError({ kind: 'forbidden', detail: null, provider: 'RunPod' }, 403);
  await own.pass(HOUR + MINUTE);
  expect(own.titles().slice(1)).toEqual(['train is not stopped']);
  expect(own.bodies()[1]).toMatch(
    /Sign in again with an API key that can stop VMs\. GPU Tray keeps trying\.$/,
  );
  await own.pass(29 * MINUTE);
  expect([own.sent.length, own.titles().length]).toEqual([17, 2]);
  own.says.stop = stop;
  await own.pass(6 * MINUTE);
  expect([own.truth().status, own.autoStop()]).toEqual(['stopped', undefined]);
});

test('an auto-stop ends with its VM, and another VM of its name is not stopped', async () => {
  const own = autoStopWorld('4h');
  await own.pass(10 * MINUTE);
  own.says.lists = () => [makeVm({ id: 'w', label: 'train', status: 'running' })];
  own.says.list = () => null;
  own.says.record = () => null;
  await own.pass(4 * HOUR);
  expect([own.autoStop(), own.sent, own.titles()]).toEqual([undefined, [], []]);
});

test('a reminder at a provider without a stop leads to the operation that ends the bill', async () => {
  const own = autoStopWorld('1h', { canStop: false, provider: 'lambda' });
  await own.pass(HOUR + MINUTE);
  expect(own.titles().at(-1)).toBe('Time to stop train');
  expect(own.bodies().at(-1)).toMatch(/Lambda can’t stop instances\. Only Terminate ends billing/);
  const target = { kind: 'vm', operation: 'destroy' };
  expect(own.notifications.at(-1)).toMatchObject({ destination: target });
});

test('the announcement says that no action was accepted with the key yet', async () => {
  const own = autoStopWorld('15m', { provider: 'runpod' });
  own.account({ isKeyUntried: true });
  await own.pass(6 * MINUTE);
  expect(own.bodies()).toEqual([expect.stringMatching(/to stop a VM yet\. Click to extend\.$/)]);
  await own.pass(11 * MINUTE);
  expect([own.truth().status, own.account({}).isKeyUntried]).toEqual(['stopped', false]);
});

test.each([
  ['one of this run', false, false],
  ['one of another client', true, true],
])('the account is proven by a stop that was confirmed: %s', async (_, isOfOther, isUnproven) => {
  const own = autoStopWorld('15m', { provider: 'runpod' });
  own.account({ isUnproven: true });
  await own.pass(14 * MINUTE);
  // Our list is older than that.
  own.says.list = (vm) => ({ ...vm, ...inStatus('running') });
  if (isOfOther) own.becomes('stopping');
  await own.clock.advance(MINUTE);
  await own.clock.advance(30_000);
  if (isOfOther) own.becomes('stopped');
  await own.clock.advance(30_000);
  expect([own.sent.length, own.truth().status]).toEqual([isOfOther ? 0 : 1, 'stopped']);
  expect(own.account({}).isUnproven).toBe(isUnproven);
});

test.each([
  ['the app', {}, true, 'This computer stops it.'],
  ['the app', { computer: 'lea' }, true, 'This computer (lea) stops it.'],
  [
    ...(['watch', { program: 'watch', computer: 'hub' }, true] as const),
    'gpu-tray watch (hub) stops it.',
  ],
  ['an app that cannot stop it', {}, false, 'Reminder only: GPU Tray won’t stop it.'],
] as const)(
  'an announcement by %s on %o names the computer that stops the VM: %s',
  async (_, who, canStop, said) => {
    const own = autoStopWorld('15m', { canStop });
    own.environment(who);
    await own.pass(6 * MINUTE);
    expect(own.bodies()).toEqual([expect.stringContaining(said)]);
  },
);

test('an auto-stop whose stop erases everything is set only once that is confirmed', async () => {
  const own = autoStopWorld('1h');
  const erases = { stop: { keeps: [], notes: [] } };
  own.says.list = (vm) => ({ ...vm, effects: erases });
  await own.set(null);
  await own.poll();
  const input = { when: '2h' };
  await expect(own.request(input)).rejects.toThrow('Stopping train erases everything');
  expect(own.autoStop()).toBeUndefined();
  await own.request({ ...input, mayErase: true });
  // Extended from its notification.
  await own.request({ ...input, when: '3h' });
  expect(own.autoStop()?.limit).toMatchObject({ ms: 3 * HOUR });
});

test('no auto-stop is set for a VM whose stop its provider refuses', async () => {
  const own = autoStopWorld('1h');
  own.says.list = (vm) => ({ ...vm, refusals: { stop: 'It is locked.' } });
  await own.set(null);
  await own.poll();
  const refused = await own.request({ when: '2h' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ refusal: { action: 'It is locked.' } });
  expect(own.autoStop()).toBeUndefined();
});

const REFUSALS = [
  ['forbidden', new ServiceError({ kind: 'forbidden', detail: null })],
  ['invalid', new ServiceError({ kind: 'invalid', detail: null })],
  ['unauthorized', new ServiceError({ kind: 'unauthorized', credential: 'apiKey' })],
  ['a 500', new ServiceError({ kind: 'server', status: 500, retryAt: null })],
] as const;

test.each(REFUSALS)(
  'a stop that a server sends and that is answered with %s is tried each minute until the VM is stopped',
  async (_, error) => {
    const own = autoStopWorld('1h', { isUnattended: true });
    const { stop } = own.says;
    own.says.stop = () => error;
    await own.pass(70 * MINUTE);
    const [first = 0, ...later] = own.sent;
    // More often in the first two minutes, while a network that wakes up may explain it.
    const late = later.filter((at) => at > first + 3 * MINUTE);
    expect(late.length).toBeGreaterThanOrEqual(6);
    for (const [index, at] of late.entries())
      if (index > 0) expect(at - (late[index - 1] ?? 0)).toBeLessThanOrEqual(MINUTE);
    expect(own.titles().slice(1)).toEqual(['train is not stopped']);
    expect(own.bodies()[1]).toMatch(/GPU Tray keeps trying\.$/);
    expect(own.unconfirmed()).toMatchObject([{ autoStop: { vmId: 'v' }, at: first }]);
    own.says.stop = stop;
    await own.pass(3 * MINUTE);
    expect([own.truth().status, own.autoStop(), own.unconfirmed()]).toEqual([
      'stopped',
      undefined,
      [],
    ]);
  },
);

test('a stop that the service accepted is not confirmed before the VM is stopped, also after a restart', async () => {
  const own = autoStopWorld('1h', { isUnattended: true });
  own.says.stop = () => null;
  await own.pass(75 * MINUTE);
  // Every 90 s.
  expect([own.sent.length, own.unconfirmed().length]).toEqual([11, 1]);
  await own.restart();
  await own.pass(10 * MINUTE);
  expect(own.unconfirmed()).toHaveLength(1);
  own.says.record = (vm) => ({ ...vm, ...inStatus('stopped') });
  own.says.list = (vm) => ({ ...vm, ...inStatus('stopped') });
  await own.pass(3 * MINUTE);
  expect([own.unconfirmed(), own.autoStop()]).toEqual([[], undefined]);
});
