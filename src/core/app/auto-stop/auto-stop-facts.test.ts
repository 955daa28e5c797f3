import { expect, test } from 'vitest';
import { inStatus } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
  [{ computer: 'lea' }, true, 'This computer (lea) stops it.'],
  [{ program: 'watch', computer: 'hub' }, true, 'gpu-tray watch (hub) stops it.'],
  [{}, false, 'Reminder only: GPU Tray won’t stop it.'],
] as const)('an announcement by %o names who stops the VM', async (who, canStop, said) => {
  const own = autoStopWorld('15m', { canStop });
  own.environment(who);
  await own.pass(6 * MINUTE);
  expect(own.bodies()).toEqual([expect.stringContaining(said)]);
});

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

test('a server tries a refused stop each minute until the VM is stopped', async () => {
  const own = autoStopWorld('1h', { isUnattended: true });
  const { stop } = own.says;
  own.says.stop = () => new ServiceError({ kind: 'forbidden', detail: null });
  await own.pass(HOUR + 4.5 * MINUTE);
  expect([own.sent.length, own.titles().slice(1)]).toEqual([5, ['train is not stopped']]);
  const at = own.sent[0];
  expect(own.unconfirmed()).toMatchObject([{ autoStop: { vmId: 'v' }, at }]);
  own.says.stop = stop;
  await own.pass(3 * MINUTE);
  expect([own.truth().status, own.unconfirmed()]).toEqual(['stopped', []]);
});
