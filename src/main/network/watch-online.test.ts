import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { watchOnline } from './watch-online.ts';

test('each change is told once, within ten seconds, until it is ended', async () => {
  const clock = createVirtualClock();
  const told: boolean[] = [];
  let online = true;
  const end = watchOnline({ isOnline: () => online, clock, onChange: (is) => told.push(is) });
  await clock.advance(60_000);
  expect(told).toEqual([]);
  online = false;
  await clock.advance(10_000);
  expect(told).toEqual([false]);
  await clock.advance(60_000);
  online = true;
  await clock.advance(10_000);
  expect(told).toEqual([false, true]);
  end();
  online = false;
  await clock.advance(60_000);
  expect(told).toEqual([false, true]);
  expect(clock.pending()).toEqual([]);
});
