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

function noSession(): never {
  throw new Error('no session expected');
}

test('each POST has a new connection, which no other request uses', async () => {
  const happened: string[] = [];
  const answering = (where: string) => async () => {
    happened.push(`${where} sends`);
    return new Response('ok');
  };
  const fetch = electronFetch(answering('net'), (name) => ({
    fetch: answering(name),
    async closeAllConnections() {
      happened.push(`${name} closes`);
    },
  }));
  const post = () => fetch('https://gpu.example.com/vms', { method: 'POST', body: '{}' });
  await fetch('https://gpu.example.com/vms', { method: 'GET' });
  await Promise.all([post(), post()]);
  expect(happened.toSorted()).toEqual(
    ['net sends', 'post-1 closes', 'post-1 sends', 'post-2 closes', 'post-2 sends'].toSorted(),
  );
  happened.length = 0;
  for (let count = 0; count < 4; count += 1) await post();
  expect(happened.slice(-4)).toEqual([
    'post-1 closes',
    'post-1 sends',
    'post-2 closes',
    'post-2 sends',
  ]);
});

test('a request that Electron never settles ends with its signal', async () => {
  const asked: unknown[] = [];
  const fetch = electronFetch((input) => {
    asked.push(input);
    return new Promise(() => {});
  }, noSession);
  const deadline = new AbortController();
  const answer = fetch(new URL('https://gpu.example.com/x'), { signal: deadline.signal });
  deadline.abort(new Error('too late'));
  await expect(answer).rejects.toThrow('too late');
  expect(asked).toEqual(['https://gpu.example.com/x']);
});
