import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { problemOf } from '../testing/client.ts';
import type { HttpRequest } from './request.ts';
import { createRequestPace } from './request-pace.ts';
import { ServiceError } from './service-error.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 3_600_000;

const USAGE: HttpRequest = { method: 'GET', path: '/billing/usage' };
const SPEND: HttpRequest = {
  ...{ method: 'GET', path: '/billing/current-spend' },
};
const REFRESH: HttpRequest = {
  method: 'POST',
  path: '/auth/refresh',
};

/** Requests of one account. While `retryMs` is set, they are refused with that time. */
function setup(minIntervalMs = 0) {
  const clock = createVirtualClock();
  const pace = createRequestPace(clock, minIntervalMs);
  const sent: string[] = [];
  const service = {
    retryMs: null as number | null,
    kind: 'rateLimited' as 'rateLimited' | 'server',
  };
  async function answer({ path }: HttpRequest) {
    sent.push(path);
    const { retryMs, kind } = service;
    if (retryMs !== null) {
      const retryAt = clock.now() + retryMs;
      throw new ServiceError(
        kind === 'server' ? { kind, status: 503, retryAt } : { kind, retryAt },
      );
    }
    const rateLimit = { remaining: null, resetAt: null };
    return { endpoint: '', json: {}, bytes: 2, rateLimit, date: null };
  }
  /** A new client of the account, as after a sign-in. */
  const open = () => pace.paced(answer);
  return { clock, pace, sent, service, open };
}

describe('a Retry-After', () => {
  test.each(['rateLimited', 'server'] as const)(
    'of a usage report (%s) holds back each request of the account, of a new client, too',
    async (kind) => {
      const { clock, pace, sent, service, open } = setup();
      Object.assign(service, { retryMs: 60 * SECOND, kind });
      await problemOf(open()(USAGE));
      service.retryMs = null;
      const retryAt = clock.now() + 60 * SECOND;
      for (const request of [USAGE, SPEND, REFRESH])
        expect(await problemOf(open()(request))).toMatchObject({ kind, retryAt });
      expect(sent).toEqual(['/billing/usage']);
      expect(pace.retryAt()).toBe(clock.monotonic() + 60 * SECOND);
      await clock.advance(60 * SECOND);
      expect(pace.retryAt()).toBeNull();
      await open()(SPEND);
      expect(sent).toEqual(['/billing/usage', '/billing/current-spend']);
    },
  );

  test('holds, whatever is asked when, and the longest counts', async () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 40 * SECOND }),
      request: fc.constantFrom(USAGE, SPEND, REFRESH),
      // What the service would answer.
      retryMs: fc.option(fc.integer({ min: 0, max: 60 * SECOND })),
      setWall: fc.constantFrom(0, 0, -HOUR, HOUR),
    });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, sent, service, open } = setup();
      let heldUntil = 0;
      for (const { afterMs, request, retryMs, setWall } of steps) {
        await clock.advance(afterMs);
        clock.setWall(setWall);
        service.retryMs = retryMs;
        const before = sent.length;
        await open()(request).catch(() => {});
        expect(sent.length - before).toBe(clock.monotonic() < heldUntil ? 0 : 1);
        if (sent.length > before && retryMs !== null) heldUntil = clock.monotonic() + retryMs;
      }
    });
    await fc.assert(property, { numRuns: 50 });
  });
});

test.each<[string, number | null, number | null, number | null, number]>([
  ['plenty is left', 1_000, MINUTE, null, 60_000 / 501],
  ['the polls are spread over the rest of the window', 4, 3 * MINUTE, null, MINUTE],
  // A second more, since reset times in whole seconds may be rounded down.
  ['nothing is left', 0, 50 * SECOND, 51 * SECOND, 0],
  ['no poll fits', 1, 50 * SECOND, 51 * SECOND, 0],
  ['the window is over', 0, -SECOND, null, 0],
  ['nothing is left, without a reset time', 0, null, null, 0],
  ['the remaining requests are unknown', null, MINUTE, null, 0],
])('polls of two reads where %s', (_, remaining, resetMs, opensMs, spacing) => {
  const { clock, pace } = setup();
  const at = (ms: number | null) => (ms === null ? null : clock.monotonic() + ms);
  pace.noteRateLimit({ remaining, resetAt: at(resetMs) });
  expect([pace.opensAt(2), pace.spacing(2)]).toEqual([at(opensMs), spacing]);
});

describe('a rate limit that is used up', () => {
  test('holds back reads until it resets, and no refresh', async () => {
    const { clock, pace, sent, open } = setup();
    const resetAt = clock.monotonic() + 30 * SECOND;
    pace.noteRateLimit({ remaining: 0, resetAt });
    // Reset times in whole seconds may be rounded down.
    const retryAt = clock.now() + 31 * SECOND;
    expect(await problemOf(open()(SPEND))).toEqual({ kind: 'rateLimited', retryAt });
    await open()(REFRESH);
    await clock.advance(31 * SECOND);
    await open()(SPEND);
    expect(sent).toEqual(['/auth/refresh', '/billing/current-spend']);
  });

  test('counts the reads that are not answered yet', async () => {
    const { clock, pace, sent, open } = setup();
    pace.noteRateLimit({ remaining: 1, resetAt: clock.monotonic() + 30 * SECOND });
    const first = open()(SPEND);
    expect(await problemOf(open()(SPEND))).toMatchObject({ kind: 'rateLimited' });
    await first;
    expect(sent).toHaveLength(1);
  });
});

const SEARCH: HttpRequest = { method: 'POST', path: '/search', isRead: true };

describe('a POST that reads', () => {
  test('waits for the reset of the reads’ limit, and for calls that change something', async () => {
    const { clock, pace, sent, open } = setup(SECOND);
    pace.noteRateLimit({ remaining: 0, resetAt: clock.monotonic() + 30 * SECOND });
    expect(await problemOf(open()(SEARCH))).toMatchObject({ kind: 'rateLimited' });
    pace.noteRateLimit({ remaining: null, resetAt: null });
    const both = [SEARCH, REFRESH].map((request) => open()(request));
    await clock.advance(10 * SECOND);
    await Promise.all(both);
    expect(sent).toEqual([REFRESH.path, SEARCH.path]);
  });

  test('with an interval keeps it over all accounts of a server, and holds back no other call', async () => {
    const clock = createVirtualClock();
    const at: string[] = [];
    const openAt = (name: string, server: string) =>
      createRequestPace(clock, SECOND).paced(async ({ path }) => {
        at.push(`${name} ${path} ${clock.monotonic() / SECOND}`);
        const rateLimit = { remaining: null, resetAt: null };
        return { endpoint: '', json: {}, bytes: 0, rateLimit, date: null };
      }, server);
    const search = { ...SEARCH, intervalMs: 6 * SECOND };
    const [first, second] = [openAt('first', 'https://a'), openAt('second', 'https://a')];
    const all = [
      first(search),
      second(search),
      second(USAGE),
      openAt('other', 'https://b')(search),
    ];
    await clock.advance(10 * SECOND);
    await Promise.all(all);
    expect(at.toSorted()).toEqual([
      'first /search 0',
      'other /search 0',
      'second /billing/usage 0',
      'second /search 6',
    ]);
  });
});

describe('a minimum interval', () => {
  const STOP: HttpRequest = { method: 'POST', path: '/stop' };

  test('keeps the requests of all clients of the account apart, and sends a stop before reads', async () => {
    const { clock, sent, open } = setup(SECOND);
    const all = [USAGE, SPEND, SPEND, STOP].map(async (request, index) =>
      open()(request).then(() => [index, clock.monotonic()]),
    );
    await clock.advance(10 * SECOND);
    expect(await Promise.all(all)).toEqual([
      ...[
        [0, SECOND],
        [1, 2 * SECOND],
        [2, 3 * SECOND],
        [3, 0],
      ],
    ]);
    expect(sent).toHaveLength(4);
    await open()(SPEND);
    expect(clock.monotonic()).toBe(10 * SECOND);
  });

  test('keeps reads in order, also one that waits while others come and go', async () => {
    const { clock, sent, open } = setup(SECOND);
    const twice = open()(USAGE).then(() => open()(USAGE));
    const all = [twice, open()(SPEND), open()(SEARCH)];
    await clock.advance(10 * SECOND);
    await Promise.all(all);
    expect(sent).toEqual([USAGE.path, SPEND.path, SEARCH.path, USAGE.path]);
  });

  test('spends no turn on a canceled request', async () => {
    const { clock, sent, open } = setup(SECOND);
    const cancel = new AbortController();
    await open()(USAGE);
    const canceled = open()({ ...SPEND, signal: cancel.signal });
    const last = open()(STOP);
    cancel.abort(new Error('canceled'));
    await expect(canceled).rejects.toThrow('canceled');
    await clock.advance(SECOND);
    await last;
    expect(sent).toEqual([USAGE.path, STOP.path]);
    expect(clock.pending()).toEqual([]);
  });

  test.each([
    ['a read after a longer pause each, twice at most', USAGE, SECOND, 2, [0, SECOND, 3 * SECOND]],
    ['a read no third time', USAGE, SECOND, 3, [0, SECOND, 3 * SECOND]],
    ['no call that changes something', STOP, SECOND, 1, [0]],
    ['nothing without a minimum interval', USAGE, 0, 1, [0]],
    ['a POST that reads', SEARCH, SECOND, 1, [0, SECOND]],
    ['a call by its own interval', { ...USAGE, intervalMs: 2 * SECOND }, 0, 1, [0, 2 * SECOND]],
  ])('repeats %s, where it was too soon', async (_, request, minIntervalMs, tooSoon, times) => {
    const { clock, pace } = setup(minIntervalMs);
    const at: number[] = [];
    const send = pace.paced(async () => {
      at.push(clock.monotonic());
      if (at.length <= tooSoon) throw new ServiceError({ kind: 'rateLimited', retryAt: null });
      return {
        endpoint: '',
        json: {},
        bytes: 0,
        rateLimit: { remaining: null, resetAt: null },
        date: null,
      };
    });
    const answer = send(request).catch(() => null);
    await clock.advance(10 * SECOND);
    expect((await answer) === null).toBe(tooSoon >= times.length);
    expect(at).toEqual(times);
  });
});
