import { net, type Session, session } from 'electron';
import { type Clock, createTimer, unlessAborted } from '../../core/clock.ts';

function untilRead(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: ended, cancel: ended }));
  return new Response(body, response);
}

/**
 * `fetch` through Chromium's network stack, with the system's proxy and certificates. Electron's honors the method, headers,
 * body, `redirect`, `credentials` and `cache` of a `Request` and of an init object alike (electron/electron,
 * `lib/browser/api/net-fetch.ts`), but takes no `URL` object.
 *
 * - It never settles on a header beyond Latin-1 or a status above 599, which throw inside it (electron/electron#42244, #46819):
 *   the signal ends it here.
 * - Chromium sends a request again when a used connection breaks before the response (`http_network_transaction.cc`). Any but a
 *   GET may start a VM or rotate a token, so each gets a new connection, in a session of its own (docs/decisions/0015).
 */
export function electronFetch(): typeof globalThis.fetch {
  /** Sessions cannot be deleted, so they are used again. They store nothing. */
  const idle: Session[] = [];
  let created = 0;

  function nextSession(): Session {
    created += 1;
    return session.fromPartition(`post-${created}`, { cache: false });
  }

  async function write(input: string | Request, init: RequestInit): Promise<Response> {
    const own = idle.pop() ?? nextSession();
    const ended = () => void idle.push(own);
    const closed = own.closeAllConnections();
    const answer = closed.then(() => own.fetch(input, init));
    try {
      return untilRead(await unlessAborted(answer, init.signal ?? undefined), ended);
    } catch (error) {
      ended();
      throw error;
    }
  }

  return (input, init) => {
    const address = input instanceof URL ? input.href : input;
    if (init?.method !== undefined && init.method !== 'GET') return write(address, init);
    return unlessAborted(net.fetch(address, init), init?.signal ?? undefined);
  };
}

/** Electron's main process has no event for this; reading `net.isOnline()` is cheap. */
const CHECK_EVERY_MS = 1_000;

/** Reports when the network comes or goes, within a second. Returns the function that stops it. */
export function watchOnline(clock: Clock, onChange: (isOnline: boolean) => void): () => void {
  let was = net.isOnline();
  const timer = createTimer(clock);
  const check = () => {
    const is = net.isOnline();
    if (is !== was) onChange(is);
    was = is;
    timer.set(CHECK_EVERY_MS, check);
  };
  timer.set(CHECK_EVERY_MS, check);
  return timer.clear;
}
