import { expect, test } from 'vitest';
import { inStatus } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

// A stop that is due on a server, where nobody reads a refusal.

const MINUTE = 60_000;

const REFUSALS = [
  ['forbidden', new ServiceError({ kind: 'forbidden', detail: null })],
  ['invalid', new ServiceError({ kind: 'invalid', detail: null })],
  ['unauthorized', new ServiceError({ kind: 'unauthorized', credential: 'apiKey' })],
  ['a 500', new ServiceError({ kind: 'server', status: 500, retryAt: null })],
] as const;

test.each(REFUSALS)(
  'that is answered with %s is tried each minute until the VM is stopped',
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

test('that the service accepted is not confirmed before the VM is stopped, also after a restart', async () => {
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
