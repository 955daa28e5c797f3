import type { SimulatorClock } from '../clock.ts';
import type { Behavior } from '../options.ts';
import { ServiceError } from './errors.ts';
import type { ServiceParts } from './service.ts';

/** The header by its form, of the wall time and the time left in the window, ms. */
const RETRY_AFTER: Readonly<
  Record<Behavior['retryAfter'], (wall: number, left: number) => string | null>
> = {
  seconds: (_, left) => String(Math.ceil(left / 1000)),
  // A date has whole seconds only; rounded up, so that retrying then is never too early.
  'http-date': (wall, left) => new Date(Math.ceil((wall + left) / 1000) * 1000).toUTCString(),
  absent: () => null,
  negative: () => '-5',
  word: () => 'soon',
  huge: () => '99999999999',
};

const MINUTE_MS = 60_000;

/** The windows of the rate limits. */
export function createRates(clock: SimulatorClock) {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  return {
    /** Counts a request. `left`: ms until the window ends. */
    count(key: string, windowMs = MINUTE_MS) {
      const now = clock.wall();
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, count: 0 };
      windows.set(key, window);
      window.count += 1;
      return { count: window.count, left: window.endsAt - now };
    },
    reset: () => windows.clear(),
  };
}

export type Rates = ReturnType<typeof createRates>;

/** The 429 of a window. @param left ms until it ends */
export function exceeded({ world, behavior }: ServiceParts, left: number, detail: string) {
  const after = RETRY_AFTER[behavior.current().retryAfter](world.clock.wall(), left);
  return new ServiceError(429, detail, { headers: after === null ? {} : { 'Retry-After': after } });
}
