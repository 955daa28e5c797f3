import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { electronFetch, watchOnline } from './network.ts';

test('reports each change once, within a second, until stopped', async () => {
  const clock = createVirtualClock();
  const changes: boolean[] = [];
  let online = true;
  const stop = watchOnline({ isOnline: () => online, clock, onChange: (is) => changes.push(is) });
  await clock.advance(60_000);
  expect(changes).toEqual([]);
  online = false;
  await clock.advance(1_000);
  expect(changes).toEqual([false]);
  await clock.advance(60_000);
  online = true;
  await clock.advance(1_000);
  expect(changes).toEqual([false, true]);
  stop();
  online = false;
  await clock.advance(60_000);
  expect(changes).toEqual([false, true]);
  expect(clock.pending()).toEqual([]);
});

test('a request that Electron never settles ends with its signal', async () => {
  const asked: unknown[] = [];
  const fetch = electronFetch((input) => {
    asked.push(input);
    return new Promise(() => {});
  });
  const deadline = new AbortController();
  const answer = fetch(new URL('https://gpu.example.com/x'), { signal: deadline.signal });
  deadline.abort(new Error('too late'));
  await expect(answer).rejects.toThrow('too late');
  expect(asked).toEqual(['https://gpu.example.com/x']);
});
