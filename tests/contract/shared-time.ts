import { setImmediate as turn } from 'node:timers/promises';
import type { FaultHandle, SimulatorClock } from '../../simulator/index.ts';
import { type Clock, clampDelay } from '../../src/core/clock.ts';

/** A `fetch` over real sockets that counts pending requests. */
interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** Requests without a complete response. */
  open(): number;
  /** Those with headers received. */
  inBody(): number;
  /** Requests that were aborted. */
  aborted(): number;
}

/** `body` unchanged; calls `onEnd` once it is read, failed or canceled. */
function withEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      await reader.cancel(reason).finally(onEnd);
    },
  });
}

function observeTraffic(): Traffic {
  let open = 0;
  let inBody = 0;
  let aborted = 0;
  return {
    open: () => open,
    inBody: () => inBody,
    aborted: () => aborted,
    async fetch(input, init) {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
      const end = () => {
        open -= 1;
        if (signal?.aborted) aborted += 1;
      };
      open += 1;
      let response: Response;
      try {
        response = await globalThis.fetch(input, init);
      } catch (error) {
        end();
        throw error;
      }
      if (response.body === null) {
        end();
        return response;
      }
      inBody += 1;
      const body = withEnd(response.body, () => {
        inBody -= 1;
        end();
      });
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    },
  };
}

/** A fault that makes requests hang, before or in the body, until the client aborts them. */
export interface Stall {
  readonly fault: FaultHandle;
  readonly inBody: boolean;
}

/**
 * One virtual time for client and simulator over real sockets. It advances to the next timer only when no request is
 * pending, so an hour passes in milliseconds, independent of the machine's load.
 */
export interface SharedTime {
  /** The client's clock. */
  readonly clock: Clock;
  readonly simulatorClock: SimulatorClock;
  readonly fetch: typeof globalThis.fetch;
  now(): number;
  /** Advances by `ms` and runs due timers. Does not wait for requests that `stall` holds. */
  pass(ms: number, stall?: Stall): Promise<void>;
}

/** Event loop turns without traffic that count as quiet: between two requests the client only computes. */
const QUIET_TURNS = 8;
/** ms; for a busy machine. */
const PATIENCE_MS = 60_000;

function isQuiet(traffic: Traffic, stall: Stall | undefined): boolean {
  if (stall === undefined) return traffic.open() === 0;
  const stalled = stall.fault.hits() - traffic.aborted();
  return traffic.open() === stalled && (!stall.inBody || traffic.inBody() === stalled);
}

async function quiet(traffic: Traffic, stall: Stall | undefined): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let turns = 0; turns < QUIET_TURNS; turns = isQuiet(traffic, stall) ? turns + 1 : 0) {
    if (performance.now() > deadline)
      throw new Error(`${traffic.open()} requests have not ended within ${PATIENCE_MS} ms`);
    await turn();
  }
}

/** @param startMs the wall time at first, ms since the epoch */
export function createSharedTime(startMs = Date.UTC(2026, 0, 15, 12)): SharedTime {
  let at = startMs;
  const timers = new Set<{ readonly due: number; readonly run: () => void }>();
  const traffic = observeTraffic();
  const soonest = () => [...timers].sort((a, b) => a.due - b.due)[0];
  const now = () => at;
  return {
    fetch: traffic.fetch,
    now,
    clock: {
      now,
      monotonic: () => at - startMs,
      after(ms, run) {
        const timer = { due: at + clampDelay(ms), run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    simulatorClock: {
      now,
      wall: now,
      advance() {
        throw new Error('use pass() instead, which advances the client as well');
      },
    },
    async pass(ms, stall) {
      const end = at + ms;
      await quiet(traffic, stall);
      for (let next = soonest(); next && next.due <= end; next = soonest()) {
        timers.delete(next);
        at = Math.max(at, next.due);
        next.run();
        await quiet(traffic, stall);
      }
      at = end;
      await quiet(traffic, stall);
    },
  };
}
