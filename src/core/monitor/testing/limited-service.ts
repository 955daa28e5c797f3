import type { VirtualClock } from '../../testing/virtual-clock.ts';

/** How a service limits requests and reports it. */
export interface LimitOptions {
  /** Requests in a window, and its length in ms. */
  readonly limit: number;
  readonly windowMs: number;
  readonly reset: 'secondsLeft' | 'epochSeconds' | 'epochMilliseconds';
  readonly retryAfter: 'seconds' | 'date' | 'absent' | 'unreadable' | 'huge';
  readonly round: 'down' | 'up';
  /** How far the service's clock is ahead of ours, ms. */
  readonly clockAheadMs: number;
  /** Windows in which another client of the same user takes the whole limit. */
  readonly takenWindows: readonly number[];
}

/** One request, at virtual ms since the start. */
export interface Arrival {
  readonly at: number;
  readonly window: number;
  readonly status: number;
}

/** A service that counts and refuses like one behind a reverse proxy. */
export interface LimitedService {
  readonly fetch: typeof globalThis.fetch;
  readonly arrivals: Arrival[];
  /** The retry time of each refusal, virtual ms since the start; null: none was given. */
  readonly retryTimes: { readonly at: number; readonly until: number | null }[];
  /** Pending requests. */
  open(): number;
  wasTaken(window: number): boolean;
}

const HOUR = 3_600_000;
const SPEND = { total_per_hour: 1, running_vms: 0 };

/** Windows follow one another from the clock's start and count every path, as a limit per user does. */
export function limitedService(clock: VirtualClock, options: LimitOptions): LimitedService {
  const { limit, windowMs, clockAheadMs } = options;
  const start = clock.now();
  const used = new Map<number, number>();
  const whole = options.round === 'down' ? Math.floor : Math.ceil;
  const toSeconds = (ms: number) => whole(ms / 1000);
  let open = 0;

  const wasTaken = (window: number) => options.takenWindows.includes(window);
  const theirNow = () => clock.now() + clockAheadMs;

  /** The header with the end of the window, and its meaning in virtual ms. */
  function resetHeader(endsIn: number): { readonly text: string; readonly means: number } {
    const at = clock.monotonic();
    switch (options.reset) {
      case 'secondsLeft':
        return { text: String(toSeconds(endsIn)), means: at + toSeconds(endsIn) * 1000 };
      case 'epochSeconds': {
        const seconds = toSeconds(theirNow() + endsIn);
        return { text: String(seconds), means: at + Math.max(0, seconds * 1000 - shownNow()) };
      }
      case 'epochMilliseconds': {
        const time = whole(theirNow() + endsIn);
        return { text: String(time), means: at + time - shownNow() };
      }
    }
  }

  /** The `Date` header: whole seconds. */
  const shownNow = () => Math.floor(theirNow() / 1000) * 1000;

  function retryHeader(endsIn: number): { readonly text: string | null; readonly until?: number } {
    const at = clock.monotonic();
    switch (options.retryAfter) {
      case 'seconds':
        return { text: String(toSeconds(endsIn)), until: at + toSeconds(endsIn) * 1000 };
      case 'date': {
        const time = toSeconds(theirNow() + endsIn) * 1000;
        return { text: new Date(time).toUTCString(), until: at + Math.max(0, time - shownNow()) };
      }
      case 'huge':
        return { text: '99999999999', until: at + HOUR };
      case 'unreadable':
        return { text: '-5' };
      case 'absent':
        return { text: null };
    }
  }

  function answer(path: string): Response {
    const at = clock.monotonic();
    const window = Math.floor(at / windowMs);
    const before = used.get(window) ?? (wasTaken(window) ? limit : 0);
    used.set(window, before + 1);
    const endsIn = (window + 1) * windowMs - at;
    const isRefused = before >= limit;
    const status = isRefused ? 429 : 200;
    service.arrivals.push({ at, window, status });
    const reset = resetHeader(endsIn);
    const headers = new Headers({
      'content-type': 'application/json',
      date: new Date(start + at + clockAheadMs).toUTCString(),
    });
    headers.set('x-ratelimit-limit', String(limit));
    headers.set('x-ratelimit-remaining', String(Math.max(0, limit - before - 1)));
    headers.set('x-ratelimit-reset', reset.text);
    if (!isRefused) return Response.json(path.endsWith('/vms') ? [] : SPEND, { headers });
    const { text, until = reset.means } = retryHeader(endsIn);
    if (text !== null) headers.set('retry-after', text);
    service.retryTimes.push({ at, until });
    return Response.json({ detail: 'Too many requests' }, { status, headers });
  }

  const service: LimitedService = {
    async fetch(input) {
      open += 1;
      try {
        // Answers arrive asynchronously.
        await Promise.resolve();
        const url = input instanceof Request ? input.url : String(input);
        return answer(new URL(url).pathname);
      } finally {
        open -= 1;
      }
    },
    arrivals: [],
    retryTimes: [],
    open: () => open,
    wasTaken,
  };
  return service;
}
