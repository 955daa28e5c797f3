import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { MessageDelivery, MessageDestination } from '../../shared/messages/messages.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { systemClock } from '../clock.ts';
import {
  type AppEvent,
  createOutboxFile,
  forwarded,
  messageOf,
  type Outbox,
} from '../events/index.ts';
import { groupOf } from '../events/testing/group-of.ts';
import { type HttpPorts, nodeFetch } from '../providers/index.ts';
import { listen } from '../providers/testing/server.ts';
import { createRecordingLog } from '../testing/recording-log.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import type { MessageAddress } from './address.ts';
import { openMessages } from './messages.ts';
import { post } from './post.ts';

// Real receivers over HTTP; only waiting is virtual.

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, received: Received, count: number) => void;

async function startReceiver(answer: Answer = (response) => response.end('ok')) {
  const received: Received[] = [];
  const state = { isDown: false, answer };
  const server = createServer(async (request, response) => {
    if (state.isDown) return void request.socket.destroy();
    const got = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(got);
    state.answer(response, got, received.length);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, state, url: `http://127.0.0.1:${port}` };
}

const DESTINATION: MessageDestination = {
  id: 'phone',
  kind: 'url',
  host: '127.0.0.1',
  topics: ['money', 'data', 'vm'],
};

type TextEvent = Extract<AppEvent, { kind: 'text' }>;

const message = (title: string, change: Partial<TextEvent> = {}): TextEvent => ({
  kind: 'text',
  topic: 'money',
  alert: null,
  isOver: false,
  title,
  body: '',
  at: Date.UTC(2026, 0, 1),
  ...change,
});

async function setup(
  address: MessageAddress | string,
  destination: Partial<MessageDestination> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const path = join(folder, 'alerts.json');
  let ids = 0;
  let open = 0;
  let states: Readonly<Record<string, MessageDelivery>> = {};
  const late: string[] = [];
  const state = initialState(environment, 0);
  const http: HttpPorts = {
    clock: { ...systemClock, now: clock.now },
    log,
    async fetch(...request) {
      open += 1;
      return nodeFetch(...request).finally(() => {
        open -= 1;
      });
    },
    bounds: { headersMs: 1_000 },
  };
  const start = async () => {
    const file = createOutboxFile(path, log);
    let { outbox } = await file.load();
    const queue = {
      get: () => outbox,
      set(next: Outbox) {
        outbox = next;
        return file.save({}, next);
      },
    };
    const messages = openMessages({
      queue,
      wordsFor: (queued) => messageOf(queued, state, clock.now()),
      clock,
      log,
      random: () => 0.5,
      async send(_, together) {
        if (typeof address === 'string') return { reason: address, retryAt: null };
        return post(address, together, 'desk-7', http);
      },
      onChange: (next) => {
        states = next;
      },
      onLate: (host) => void late.push(host),
    });
    const to = { ...DESTINATION, ...destination };
    messages.setDestinations([to]);
    onTestFinished(() => messages.stop());
    return {
      ...messages,
      async send(events: readonly AppEvent[]) {
        const groups = events.map((event) => {
          ids += 1;
          return { ...groupOf(event), id: `m${ids}` };
        });
        await queue.set(forwarded(queue.get(), groups, [to]));
        messages.wake();
      },
    };
  };
  return {
    clock,
    log,
    path,
    start,
    state: () => states['phone'],
    late,
    /** Lets virtual time pass; requests take real time. */
    async pass(ms: number) {
      const end = clock.monotonic() + ms;
      while (clock.monotonic() < end) {
        await clock.advance(Math.min(30_000, end - clock.monotonic()));
        await expect.poll(() => open, { interval: 2 }).toBe(0);
        await clock.advance(0);
      }
    },
  };
}

const urlAt = (url: string): MessageAddress => ({
  kind: 'url',
  url: `${url}/hook-canary`,
  header: null,
});
const titlesOf = (received: readonly Received[]) =>
  received.flatMap(({ body }) =>
    JSON.parse(body).alerts.map((alert: { title: string }) => alert.title),
  );

const MINUTE = 60_000;

test.each<[string, (url: string) => MessageAddress, string, unknown, Record<string, string>]>([
  [
    'ntfy',
    (url) => ({ kind: 'ntfy', url: `${url}/`, topic: 'gpus', token: 'tk_canary' }),
    '/',
    {
      topic: 'gpus',
      title: 'Above',
      message: '$5.40/h.\nSent by GPU Tray on desk-7, as of 00:00.',
    },
    { authorization: 'Bearer tk_canary' },
  ],
  [
    'slack',
    (url) => ({ kind: 'slack', url: `${url}/services/T0` }),
    '/services/T0',
    { text: 'Above\n$5.40/h.\nSent by GPU Tray on desk-7, as of 00:00.' },
    {},
  ],
  [
    'discord',
    (url) => ({ kind: 'discord', url: `${url}/api/webhooks/1?thread_id=2` }),
    '/api/webhooks/1?thread_id=2',
    {
      content: 'Above\n$5.40/h.\nSent by GPU Tray on desk-7, as of 00:00.',
      flags: 4,
      allowed_mentions: { parse: [] },
    },
    {},
  ],
  [
    'any URL',
    (url) => ({ kind: 'url', url, header: { name: 'X-Key', value: 'canary' } }),
    '/',
    {
      title: 'Above',
      body: '$5.40/h.\nSent by GPU Tray on desk-7, as of 00:00.',
      alerts: [
        {
          id: 'm1-0',
          topic: 'money',
          title: 'Above',
          isOver: false,
          at: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
    { 'x-key': 'canary' },
  ],
])('%s gets its own form of a message', async (_, addressAt, path, body, headers) => {
  const receiver = await startReceiver();
  const { start } = await setup(addressAt(receiver.url));
  const messages = await start();
  await messages.send([message('Above', { body: '$5.40/h.' })]);
  await expect.poll(() => receiver.received.length).toBe(1);
  const [got] = receiver.received;
  expect(got).toMatchObject({ path, headers });
  expect(JSON.parse(got?.body ?? '')).toEqual(body);
});

test.each<[string, Answer, string]>([
  ['is full', (response) => response.writeHead(507).end('disk full'), 'answered 507'],
  ['limits', (response) => response.writeHead(429, { 'retry-after': '120' }).end(), 'answered 429'],
  [
    'redirects',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'redirects elsewhere',
  ],
  ['drops', (response) => response.destroy(), 'Failed to reach 127.0.0.1'],
  ['is slow', () => {}, 'No response within 1 s'],
])('a receiver that %s gets the message once it works again, once', async (_, fails, reason) => {
  const receiver = await startReceiver(fails);
  const { start, pass, state } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Above')]);
  await expect.poll(() => state()?.problem ?? '').toContain(reason);
  expect(state()).toMatchObject({ waiting: 1 });
  const before = receiver.received.length;
  receiver.state.answer = (response) => response.end('ok');
  await pass(5 * MINUTE);
  await expect.poll(() => state()).toBeUndefined();
  expect(receiver.received.length - before).toBe(1);
  await pass(60 * MINUTE);
  expect(receiver.received.length - before).toBe(1);
});

test.each<[string, Answer]>([
  // As Slack does.
  [
    '"ok" as HTML',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('ok'),
  ],
  ['a long page', (response) => response.end('<html>'.repeat(100_000))],
  ['a page without an end', (response) => response.writeHead(200).write('<html>')],
  ['nothing', (response) => response.writeHead(204).end()],
])('a receiver that takes a message with %s gets it once', async (_, answer) => {
  const receiver = await startReceiver(answer);
  const { start, pass, state } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Above')]);
  await expect.poll(() => state()).toBeUndefined();
  await pass(60 * MINUTE);
  expect(receiver.received).toHaveLength(1);
});

test('Retry-After is waited for', async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { 'retry-after': '240' }).end(),
  );
  const { start, pass, state } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Above')]);
  await expect.poll(() => state()?.problem ?? null).not.toBeNull();
  await pass(3 * MINUTE);
  expect(receiver.received).toHaveLength(1);
  await pass(2 * MINUTE);
  expect(receiver.received.length).toBeGreaterThan(1);
});

test('a receiver that names a retry in an hour is said to be late after ten minutes', async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  );
  const { start, pass, state, late, path } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Rate above')]);
  await expect.poll(() => state()?.problem ?? null).not.toBeNull();
  await pass(11 * MINUTE);
  expect([state()?.waiting, late]).toEqual([1, ['127.0.0.1']]);
  expect(receiver.received).toHaveLength(1);
  // What waits goes with its destination.
  messages.setDestinations([]);
  await expect.poll(async () => JSON.parse(await readFile(path, 'utf8')).outbox.queue).toEqual([]);
});

test('after an hour without a receiver one summary has all, and ten minutes were said to be late', async () => {
  const receiver = await startReceiver();
  receiver.state.isDown = true;
  const { start, pass, state, late } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Rate above', { alert: 'hourlyRate' })]);
  await pass(9 * MINUTE);
  expect(state()).toMatchObject({ waiting: 1 });
  await messages.send([message('Rate below', { alert: 'hourlyRate', isOver: true })]);
  await messages.send([message('No data', { topic: 'data' }), message('vm', { topic: 'vm' })]);
  await messages.send([message('not wanted', { topic: 'autoStop' })]);
  await pass(7 * MINUTE);
  expect([state()?.waiting, late]).toEqual([3, ['127.0.0.1']]);
  await pass(44 * MINUTE);
  receiver.state.isDown = false;
  await pass(6 * MINUTE);
  await expect.poll(() => state()).toBeUndefined();
  expect(titlesOf(receiver.received)).toEqual(['Rate above (over)', 'No data', 'vm']);
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '').title).toBe('3 messages');
});

test('an alert that ends while its message is on its way is sent again, as over', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const receiver = await startReceiver((response) => {
    void isAnswered.then(() => response.end('ok'));
  });
  const { start, state } = await setup(urlAt(receiver.url));
  const messages = await start();
  await messages.send([message('Above', { alert: 'hourlyRate' })]);
  await expect.poll(() => receiver.received.length).toBe(1);
  await messages.send([message('Below', { alert: 'hourlyRate', isOver: true })]);
  answer();
  await expect.poll(() => titlesOf(receiver.received)).toEqual(['Above', 'Above (over)']);
  await expect.poll(() => state()).toBeUndefined();
});

test('a message that a stop finds on its way is not sent again by the next run', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const receiver = await startReceiver((response) => {
    void isAnswered.then(() => response.end('ok'));
  });
  const { start, pass } = await setup(urlAt(receiver.url));
  const first = await start();
  await first.send([message('Above')]);
  await expect.poll(() => receiver.received.length).toBe(1);
  const stopped = first.stop();
  answer();
  await stopped;
  await start();
  await pass(MINUTE);
  expect(titlesOf(receiver.received)).toEqual(['Above']);
});

test('messages that wait survive a restart; an unreadable file and address do no harm', async () => {
  const receiver = await startReceiver();
  receiver.state.isDown = true;
  const { start, pass, state, path } = await setup(urlAt(receiver.url));
  const first = await start();
  await first.send([message('Above')]);
  await expect.poll(() => state()?.problem ?? null).not.toBeNull();
  await first.stop();
  receiver.state.isDown = false;
  await start();
  await pass(MINUTE);
  await expect.poll(() => titlesOf(receiver.received)).toEqual(['Above']);
  await writeFile(path, '{"version":2,"states":{},"outbox":{"waiting":[{"id":7}]}}');
  const third = await start();
  await third.send([message('Again')]);
  await expect.poll(() => titlesOf(receiver.received)).toEqual(['Above', 'Again']);
  const locked = await setup('The keychain is locked.');
  await (await locked.start()).send([message('Above')]);
  await expect.poll(() => locked.state()?.problem).toBe('The keychain is locked.');
});

test('no address, token or header value is in the log, the file or the state, nor an IP address in a message', async () => {
  const receiver = await startReceiver((response, { path }) =>
    response.writeHead(403, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        error: `no ${path} ${receiver.url}${path} header-canary, nor hook-canary, query-canary`,
      }),
    ),
  );
  const header = { name: 'X-Key', value: 'header-canary' };
  const url = `${receiver.url}/hook-canary?token=query-canary`;
  const { start, state, log, path } = await setup({ kind: 'url', url, header });
  const messages = await start();
  await messages.send([message('VM 203.0.113.7, 2001:db8:0:1::7 and fd00::5 stopped at 10:03:22')]);
  await expect.poll(() => state()?.problem ?? '').toContain('answered 403');
  const kept = [JSON.stringify(state()), log.lines.join('\n'), await readFile(path, 'utf8')].join();
  expect(kept).not.toMatch(/canary/);
  expect(receiver.received[0]?.body).toContain('VM …, … and … stopped at 10:03:22');
});
