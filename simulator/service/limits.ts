import type { SimulatorClock } from '../clock.ts';
import { ServiceError } from './errors.ts';

const MINUTE_MS = 60_000;

/** Counts a request in its window. `left`: ms until the window ends. */
export function createCounts(clock: SimulatorClock) {
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  return (key: string, windowMs = MINUTE_MS) => {
    const now = clock.wall();
    const known = windows.get(key);
    const window = known && known.endsAt > now ? known : { endsAt: now + windowMs, count: 0 };
    windows.set(key, window);
    window.count += 1;
    return { count: window.count, left: window.endsAt - now };
  };
}

export type CountIn = ReturnType<typeof createCounts>;

/** The 429 of a window. @param left ms until it ends */
export const exceeded = (left: number, detail: string) =>
  new ServiceError(429, detail, { 'Retry-After': String(Math.ceil(left / 1000)) });
