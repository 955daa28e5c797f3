import { expect, test } from 'vitest';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import { sleep } from '../../clock.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const HOUR = 3_600_000;

async function armedWorld() {
  const own = autoStopWorld(null, { provider: 'runpod' });
  await own.poll();
  await own.request({ when: '1h', onVm: true });
  await own.clock.advance(0);
  return own;
}

test('before a sign-out, the VMs of the account are disarmed, or named', async () => {
  const own = await armedWorld();
  own.script.says.first = () => ({ kind: 'failed', problem: 'unreachable' });
  await expect(own.requests().disarmAll({ accountId: 'a' })).rejects.toThrow(
    'Couldn’t reach train',
  );
  own.script.says.first = () => null;
  await own.requests().disarmAll({ accountId: 'a' });
  expect([own.script.armedStop(), own.shown()?.armed, own.autoStop()?.onVm]).toEqual([
    null,
    undefined,
    false,
  ]);
});

test('before a sign-out, more VMs than are called at once are all cleared', async () => {
  const own = await armedWorld();
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  own.says.lists = () => ids.map((id) => makeVm({ id, label: id, status: 'running' }));
  const limit = { kind: 'time', remainingMs: HOUR } as const;
  const armed = { number: 7, computer: 'lab-pc', isProved: false, limit, refused: null };
  own.script.says.first = (call) => ({
    ...(call === 'arm' ? { kind: 'armed', armed } : { kind: 'none' }),
  });
  await own.set(null);
  await own.poll();
  for (const vmId of ids)
    await own.requests().setAutoStop({ accountId: 'a', vmId, when: '1h', onVm: true });
  await own.clock.advance(0);
  expect(own.stored().armed?.filter(({ sent }) => sent === undefined)).toHaveLength(9);
  own.script.says.before = () => sleep(own.clock, 1_000);
  const leaving = own.requests().disarmAll({ accountId: 'a' });
  await Promise.all([leaving, own.clock.advance(10_000)]);
  expect(own.stored().armed).toEqual([]);
});
