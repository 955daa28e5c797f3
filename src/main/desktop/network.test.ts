import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { net, session } from '../testing/electron.ts';
import { electronFetch, watchOnline } from './network.ts';

test('reports each change once, within a second, until stopped', async () => {
  const clock = createVirtualClock();
  const changes: boolean[] = [];
  let online = true;
  Object.assign(net, { isOnline: () => online });
  const stop = watchOnline(clock, (is) => void changes.push(is));
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

/** Sessions that record what they do, and answer all but GET with this. */
function recordedSessions(answer: () => Promise<Response>) {
  const happened: string[] = [];
  const record = (event: string) => async () => void happened.push(event);
  Object.assign(net, { fetch: () => record('net sends')().then(() => new Response('ok')) });
  Object.assign(session, {
    fromPartition: (name: string) => ({
      fetch: () => record(`${name} sends`)().then(answer),
      closeAllConnections: record(`${name} closes`),
    }),
  });
  const fetch = electronFetch();
  const post = (signal?: AbortSignal, method = 'POST') =>
    fetch('https://gpu.example.com/vms', { method, body: '{}', signal: signal ?? null });
  return { happened, fetch, post };
}

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'each %s has a new connection, which no other request uses',
  async (method) => {
    const { happened, fetch, post } = recordedSessions(async () => new Response('ok'));
    await fetch('https://gpu.example.com/vms', { method: 'GET' });
    await (await post(undefined, method)).text();
    await (await post(undefined, method)).text();
    expect(happened).toEqual([
      'net sends',
      ...Array(2).fill(['post-1 closes', 'post-1 sends']).flat(),
    ]);
  },
);

test('no POST uses a session in which another is under way', async () => {
  const { happened, post } = recordedSessions(async () => new Response('ok'));
  const answers = await Promise.all(Array.from({ length: 9 }, () => post()));
  expect(new Set(happened).size).toBe(18);
  await answers[4]?.text();
  await post();
  expect(happened.slice(-2)).toEqual(['post-5 closes', 'post-5 sends']);
});

const brokenBody = () =>
  new ReadableStream({
    start: (controller) => controller.error(new TypeError('net::ERR_ABORTED')),
  });

test.each<[string, () => Promise<Response>, (response: Response) => unknown]>([
  ['was read', async () => new Response('ok'), (response) => response.text()],
  ['was canceled', async () => new Response('ok'), (response) => response.body?.cancel()],
  ['has no body', async () => new Response(null, { status: 204 }), () => {}],
  ['broke off', async () => new Response(brokenBody()), (response) => response.text()],
  ['failed', () => Promise.reject(new TypeError('net::ERR_FAILED')), () => {}],
  ['was never settled', () => new Promise(() => {}), () => {}],
])('a session is used again after an answer that %s', async (_, answer, read) => {
  const { happened, post } = recordedSessions(answer);
  for (let count = 0; count < 2; count += 1) {
    const ended = new AbortController();
    const response = post(ended.signal)
      .then(read)
      .catch(() => {});
    await Promise.resolve();
    setImmediate(() => ended.abort());
    await response;
  }
  expect(new Set(happened)).toEqual(new Set(['post-1 closes', 'post-1 sends']));
});

test('an answer to a POST keeps its status and headers', async () => {
  const { post } = recordedSessions(
    async () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }),
  );
  const response = await post();
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await response.text()).toBe('{}');
});

test('a request that Electron never settles ends with its signal', async () => {
  const asked: unknown[] = [];
  const hang = (input: unknown) => {
    asked.push(input);
    return new Promise(() => {});
  };
  Object.assign(net, { fetch: hang });
  const fetch = electronFetch();
  const deadline = new AbortController();
  const answer = fetch(new URL('https://gpu.example.com/x'), { signal: deadline.signal });
  deadline.abort(new Error('too late'));
  await expect(answer).rejects.toThrow('too late');
  expect(asked).toEqual(['https://gpu.example.com/x']);
});
