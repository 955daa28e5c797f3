import type { Clock } from '../../core/clock.ts';
import { unlessAborted } from '../../core/unless-aborted.ts';

/** Electron's `net.fetch`. */
type NetFetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` through Chromium's network stack, with the system's proxy and certificates. Electron's honors the method, headers,
 * body, `redirect`, `credentials` and `cache` of a `Request` and of an init object alike (electron/electron,
 * `lib/browser/api/net-fetch.ts`), but takes no `URL` object. It never settles on a header beyond Latin-1 or a status above
 * 599, which throw inside it (electron/electron#42244, #46819): the signal ends it here.
 */
export function electronFetch(netFetch: NetFetch): typeof globalThis.fetch {
  return (input, init) =>
    unlessAborted(
      netFetch(input instanceof URL ? input.href : input, init),
      init?.signal ?? undefined,
    );
}

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
