import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountStatus, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { silentLog } from '../log.ts';
import { createAccountClient, createKeySession, parseBaseUrl } from '../providers/index.ts';
import { createRentalClient } from '../providers/rental/client.ts';
import { Secret } from '../secret.ts';
import { createVirtualClock, type VirtualClock } from '../testing/virtual-clock.ts';
import { createMonitor } from './monitor.ts';
import {
  type LimitedService,
  type LimitOptions,
  limitedService,
} from './testing/limited-service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const options = fc.record<LimitOptions>({
  // A poll makes two requests, so no lower limit can be kept.
  limit: fc.integer({ min: 2, max: 40 }),
  windowMs: fc.integer({ min: 10 * SECOND, max: 5 * MINUTE }),
  reset: fc.constantFrom('secondsLeft', 'epochSeconds', 'epochMilliseconds'),
  retryAfter: fc.constantFrom('seconds', 'date', 'absent', 'unreadable', 'huge'),
  round: fc.constantFrom('down', 'up'),
  clockAheadMs: fc.integer({ min: -HOUR, max: HOUR }),
  takenWindows: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
});

/** The real client and monitor on that service. */
function watchClient(
  clock: VirtualClock,
  { fetch }: Pick<LimitedService, 'fetch'>,
  random: () => number,
) {
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const ports = { fetch, clock, log: silentLog, listMs: MINUTE };
  const client = createAccountClient({ base: base.url, open: createRentalClient }, ports, {
    createSession: () => createKeySession(new Secret('key')),
  });
  const monitor = createMonitor({ clock, log: silentLog, random });
  let state = UNKNOWN_STATE;
  monitor.events.on('poll', ({ after }) => {
    state = after;
  });
  monitor.add('a', client);
  return { client, monitor, shown: () => accountStatus(state) };
}

/** Event loop turns without a request after which none is pending. */
async function quiet(service: LimitedService): Promise<void> {
  for (let turns = 0; turns < 4; turns = service.open() === 0 ? turns + 1 : 0) await turn();
}

/** Advances from timer to timer, waiting for the pending answers in between. */
async function pass(clock: VirtualClock, service: LimitedService, ms: number): Promise<void> {
  const end = clock.monotonic() + ms;
  await quiet(service);
  for (;;) {
    const next = Math.min(clock.pending()[0] ?? Number.POSITIVE_INFINITY, end - clock.monotonic());
    await clock.advance(next);
    await quiet(service);
    if (clock.monotonic() >= end) return;
  }
}

const environment = fc.record({
  isPanelOpen: fc.boolean(),
  seed: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 }),
  refreshEvery: fc.option(fc.integer({ min: 5 * SECOND, max: MINUTE }), { freq: 2 }),
});

test('keeps every rate limit and retry time, however they are reported', async () => {
  const property = fc.asyncProperty(options, environment, async (manner, { seed, ...given }) => {
    const clock = createVirtualClock();
    const service = limitedService(clock, manner);
    let drawn = 0;
    const { monitor } = watchClient(clock, service, () => seed[drawn++ % seed.length] ?? 0);
    monitor.adapt({ isPanelOpen: given.isPanelOpen });
    const step = given.refreshEvery ?? 15 * MINUTE;
    for (let steps = 0; steps * step < 15 * MINUTE; steps += 1) {
      await pass(clock, service, step);
      if (given.refreshEvery !== null) void monitor.refresh();
    }
    monitor.stop();
    await quiet(service);

    // Without other clients nothing is refused: the limit is known from the first answer.
    const refused = service.arrivals.filter(({ status }) => status === 429);
    expect(refused.filter(({ window }) => !service.wasTaken(window))).toEqual([]);
    for (const { at, until } of service.retryTimes) {
      // Less than a millisecond is the rounding of the clock's large numbers.
      const tooEarly = service.arrivals.filter(
        (arrival) => arrival.at > at && arrival.at < (until ?? 0) - 1,
      );
      expect(tooEarly).toEqual([]);
    }
    // The limit is used: there are polls, except during an hour-long Retry-After.
    expect(service.arrivals.length).toBeGreaterThan(2);
    expect(clock.pending()).toEqual([]);
  });
  // Refreshed in the last second of a window whose reset was rounded down.
  const lastSecond: LimitOptions = {
    ...{ limit: 2, windowMs: 10 * SECOND, reset: 'secondsLeft', retryAfter: 'seconds' },
    ...{ round: 'down', clockAheadMs: 0, takenWindows: [] },
  };
  const refreshed = { isPanelOpen: false, seed: [0], refreshEvery: 5_018 };
  await fc.assert(property, { numRuns: 25, examples: [[lastSecond, refreshed]] });
});

test.each<[string, number, Readonly<Record<string, string>>, string]>([
  ['a 429 to a usage report', 429, { 'retry-after': '600' }, '/billing/usage'],
  ['a 503 to a usage report', 503, { 'retry-after': '600' }, '/billing/usage'],
  [
    'a limit that is used up',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' },
    '/billing/current-spend',
  ],
])('after %s during a poll, the next one reports the wait', async (_, status, headers, limited) => {
  const clock = createVirtualClock();
  let isLimited = false;
  let requests = 0;
  async function fetch(input: string | URL | Request): Promise<Response> {
    requests += 1;
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (isLimited && pathname === '/billing/current-spend')
      await client.usage({ from: '2026-01-01', to: '2026-01-01' }).catch(() => {});
    const isHit = isLimited && pathname === limited;
    const body = pathname === '/vms' ? [] : { total_per_hour: 1, running_vms: 0 };
    return Response.json(body, isHit ? { status, headers } : {});
  }
  const { client, monitor, shown } = watchClient(clock, { fetch }, () => 0.5);
  async function passWith(limits: boolean, ms: number): Promise<void> {
    isLimited = limits;
    await clock.advance(ms);
    for (let turns = 0; turns < 5; turns += 1) await turn();
  }
  await passWith(false, 0);
  await passWith(true, 30 * SECOND);
  expect(shown()).toBe('live');
  const before = requests;
  await passWith(true, 30 * SECOND);
  expect(shown()).toBe('outOfDate');
  // Half a minute of the wait has passed.
  const retryAt = (await monitor.refresh()) ?? 0;
  expect(Math.abs(retryAt - clock.now() - 570 * SECOND)).toBeLessThanOrEqual(SECOND);
  await passWith(true, 569 * SECOND);
  expect(requests).toBe(before);
  await passWith(false, 2 * SECOND);
  expect(shown()).toBe('live');
  monitor.stop();
});
