import { net } from 'electron';
import type { Clock } from '../../core/clock.ts';

/**
 * `fetch` through Chromium's network stack, with the system's proxy and certificates. It honors the method, headers, body,
 * signal, `redirect`, `credentials` and `cache` of a `Request` and of an init object alike (electron/electron,
 * `lib/browser/api/net-fetch.ts`), but takes no `URL` object.
 */
export const electronFetch: typeof globalThis.fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, init);

/** `onChange` is called only when `isOnline` has changed. */
export interface WatchOnlinePorts {
  isOnline(): boolean;
  readonly clock: Clock;
  onChange(isOnline: boolean): void;
}

/** Electron's main process has no event for this; reading `net.isOnline()` is cheap. */
const CHECK_EVERY_MS = 1_000;

/** Reports when the network comes or goes, within a second. Returns the function that stops it. */
export function watchOnline({ isOnline, clock, onChange }: WatchOnlinePorts): () => void {
  let was = isOnline();
  let cancel = () => {};
  const check = () => {
    const is = isOnline();
    if (is !== was) onChange(is);
    was = is;
    cancel = clock.after(CHECK_EVERY_MS, check);
  };
  cancel = clock.after(CHECK_EVERY_MS, check);
  return () => cancel();
}
