import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { SimulatorClock } from '../clock.ts';

/** Where the rate limits are counted: windows that begin with their first request, in wall time of the simulator. */
export interface RateStore {
  /** For the rate-limit plugin, which wants to construct its store by itself. */
  readonly Store: FastifyRateLimitStoreCtor;
  /** Everybody starts a new window. */
  reset(): void;
}

/** The plugin's own store counts in the machine's time, which `advance` does not move. */
export function createRateStore(clock: SimulatorClock): RateStore {
  const windows = new Map<string, { endsAt: number; count: number }>();
  const counter: FastifyRateLimitStore = {
    incr(key, callback, windowMs) {
      const now = clock.wall();
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { endsAt: now + windowMs, count: 0 };
        windows.set(key, window);
      }
      window.count += 1;
      callback(null, { current: window.count, ttl: window.endsAt - now });
    },
    child: () => counter,
  };
  class Store implements FastifyRateLimitStore {
    readonly incr = counter.incr;
    readonly child = counter.child;
  }
  return { Store, reset: () => windows.clear() };
}
