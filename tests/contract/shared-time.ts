import { setImmediate as turn } from 'node:timers/promises';
import type { Simulator, SimulatorClock } from '../../simulator/index.ts';
import { type Clock, clampDelay } from '../../src/core/clock.ts';

/** A `fetch` over real sockets that counts pending requests. */
interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  /** Requests without a complete response. */
  open(): number;
}

/** `body` unchanged; calls `onEnd` once it is read to its end, failed or canceled. */
export function observedBody(
  body: ReadableStream<Uint8Array>,
  onEnd: (isComplete: boolean) => void,
  onChunk: (chunk: Uint8Array) => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let hasEnded = false;
  /** A canceled body also ends the read in progress. */
  function end(isComplete: boolean): void {
    if (!hasEnded) onEnd(isComplete);
    hasEnded = true;
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          onChunk(value);
          return controller.enqueue(value);
        }
        controller.close();
        end(true);
      } catch (error) {
        controller.error(error);
        end(false);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).finally(() => end(false));
    },
  });
}

function observeTraffic(): Traffic {
  let open = 0;
  return {
    open: () => open,
    async fetch(input, init) {
      const end = () => {
        open -= 1;
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
      const { status, statusText, headers } = response;
      return new Response(observedBody(response.body, end), { status, statusText, headers });
    },
  };
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
  /** Does not wait for requests that this simulator stalls. */
  observe(simulator: Simulator): void;
  /** Whether a request is under way that is not stalled. */
  isAnswering(): boolean;
  /** Advances by `ms` and runs due timers. */
  pass(ms: number): Promise<void>;
  /** Advances by `ms` while the computer sleeps: due timers run at the next `pass`. */
  sleep(ms: number): void;
  /** Timers that are not due yet. */
  timers(): number;
}

/** Event loop turns without traffic that count as quiet: between two requests the client only computes. */
const QUIET_TURNS = 8;
/** ms; for a busy machine. */
const PATIENCE_MS = 60_000;

/** Turns in which this computer accepts or refuses a connection; another one may not answer at all. */
const CONNECTING_TURNS = 50;

/** Files are being read or written, or sockets connect. @param turns so far */
function isBusy(turns: number): boolean {
  const waitsFor = turns < CONNECTING_TURNS ? /Req|Connect/ : /Req/;
  return process.getActiveResourcesInfo().some((kind) => waitsFor.test(kind));
}

/**
 * @param startMs the wall time at first, ms since the epoch
 * @param onTurn called in each turn of the event loop in which `pass` waits
 */
export function createSharedTime(
  startMs = Date.UTC(2026, 0, 15, 12),
  onTurn = () => {},
): SharedTime {
  let at = startMs;
  const timers = new Set<{ readonly due: number; readonly run: () => void }>();
  const simulators: Simulator[] = [];
  const traffic = observeTraffic();
  const soonest = () => [...timers].sort((a, b) => a.due - b.due)[0];
  const now = () => at;

  function isAnswering(): boolean {
    return traffic.open() !== simulators.reduce((sum, { control }) => sum + control.stalled(), 0);
  }

  async function quiet(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let turns = 0;
    for (let quietTurns = 0; quietTurns < QUIET_TURNS; turns += 1) {
      quietTurns = isAnswering() || isBusy(turns) ? 0 : quietTurns + 1;
      if (performance.now() > deadline)
        throw new Error(`${traffic.open()} requests have not ended within ${PATIENCE_MS} ms`);
      await turn();
      onTurn();
    }
  }

  return {
    fetch: traffic.fetch,
    now,
    observe: (simulator) => void simulators.push(simulator),
    isAnswering,
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
    async pass(ms) {
      const end = at + ms;
      await quiet();
      for (let next = soonest(); next && next.due <= end; next = soonest()) {
        timers.delete(next);
        at = Math.max(at, next.due);
        next.run();
        await quiet();
      }
      at = end;
      await quiet();
    },
    sleep(ms) {
      at += ms;
    },
    timers: () => timers.size,
  };
}
