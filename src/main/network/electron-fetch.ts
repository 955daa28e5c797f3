import { net } from 'electron';

/**
 * `fetch` through Chromium's network stack, which knows the system's proxy and certificates. It heeds the method, headers,
 * body, signal, `redirect`, `credentials` and `cache` of a `Request` as much as of an init object, since it makes a
 * `Request` of what it is given (electron/electron, `lib/browser/api/net-fetch.ts`). An address it takes only as text.
 */
export const electronFetch: typeof globalThis.fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, init);
