import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Simulator, SimulatorClock } from '../../simulator/index.ts';
import { type Clock, clampDelay } from '../../src/core/clock.ts';
import { type Fetch, nodeFetch } from '../../src/core/providers/index.ts';
import { DAY_MS } from '../../src/shared/format/index.ts';

/** A `fetch` over real sockets that counts pending requests. */
interface Traffic {
  readonly fetch: Fetch;
  /** Requests without a complete response. */
  open(): number;
}

type Body = NonNullable<Awaited<ReturnType<Fetch>>['body']>;

/** `body` unchanged; calls `onEnd` once it is read to its end, failed or canceled. */
function observedBody(body: Body, onEnd: () => void): Body {
  let hasEnded = false;
  /** A canceled body also ends the read in progress. */
  function end(): void {
    if (!hasEnded) onEnd();
    hasEnded = true;
  }
  const cancel = (canceled: Promise<void>) => canceled.finally(end);
  return {
    cancel: () => cancel(body.cancel()),
    getReader() {
      const reader = body.getReader();
      return {
        cancel: () => cancel(reader.cancel()),
        async read() {
          try {
            const result = await reader.read();
            if (result.done) end();
            return result;
          } catch (error) {
            end();
            throw error;
          }
        },
      };
    },
  };
}

function observeTraffic(fetch: Fetch): Traffic {
  let open = 0;
  const end = () => {
    open -= 1;
  };
  return {
    open: () => open,
    async fetch(url, init) {
      open += 1;
      try {
        const { status, headers, body } = await fetch(url, init);
        if (body === null) end();
        return { status, headers, body: body && observedBody(body, end) };
      } catch (error) {
        end();
        throw error;
      }
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
  readonly fetch: Fetch;
  now(): number;
  /** Does not wait for requests that this simulator stalls. */
  observe(simulator: Simulator): void;
  /** Advances by `ms` and runs due timers. */
  pass(ms: number): Promise<void>;
  /** Advances until the call has ended. Modules are loaded in real time. @returns its result @throws when it goes on for a day */
  passUntil<T>(call: Promise<T>): Promise<T>;
  /** Advances by `ms` while the computer sleeps: due timers run at the next `pass`. */
  sleep(ms: number): void;
  /** Timers that are not due yet. */
  timers(): number;
}

/** A request that has not been sent yet. */
interface Waiting {
  readonly name: string;
  readonly send: () => void;
}

const nameOf: (...request: Parameters<Fetch>) => string = (url, { method, headers }) =>
  `${url} ${method} ${headers['authorization']}`;

/** Event loop turns without traffic that count as quiet: between two requests the client only computes. */
const QUIET_TURNS = 8;
/** ms; for a busy machine. */
const PATIENCE_MS = 60_000;

/** Turns in which this computer accepts or refuses a connection; another one may not answer at all. */
const CONNECTING_TURNS = 50;

/** Turns in which cached files are read. A write waits for the disk, and turning meanwhile would take all of a core. */
const READING_TURNS = 8;

/** Files are being read or written, or sockets connect. @param turns so far */
function isBusy(turns: number): boolean {
  const waitsFor = turns < CONNECTING_TURNS ? /Req|Connect/ : /Req/;
  return process.getActiveResourcesInfo().some((kind) => waitsFor.test(kind));
}

interface SharedTimeOptions {
  /**
   * Chooses the next request, uniform in [0, 1). With it requests are sent one after the other, each when the client waits for nothing
   * else, so that the same numbers give the same run. A stalled request does not hold up the next.
   */
  readonly random?: () => number;
  /** By default the command line's: Node's own takes three times as long. */
  readonly fetch?: Fetch;
}

export function createSharedTime({
  random,
  fetch = nodeFetch,
}: SharedTimeOptions = {}): SharedTime {
  const startMs = Date.UTC(2026, 0, 15, 12);
  let at = startMs;
  const timers = new Set<{ readonly due: number; readonly run: () => void }>();
  const simulators: Simulator[] = [];
  const traffic = observeTraffic(fetch);
  const soonest = () => [...timers].sort((a, b) => a.due - b.due)[0];
  const now = () => at;

  const waiting: Waiting[] = [];
  /** Resolves when the waiting requests have been answered, and nothing is pending. */
  let settling: Promise<void> | null = null;

  const isAnswering = () =>
    traffic.open() !== simulators.reduce((sum, { control }) => sum + control.stalled(), 0);

  async function quietTurns(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let turns = 0;
    let quiet = 0;
    for (let busy = 0; quiet < QUIET_TURNS; turns += 1) {
      const isWorking = isBusy(turns);
      quiet = isAnswering() || isWorking ? 0 : quiet + 1;
      busy = isWorking ? busy + 1 : 0;
      if (performance.now() > deadline)
        throw new Error(`${traffic.open()} requests have not ended within ${PATIENCE_MS} ms`);
      await (busy > READING_TURNS ? wait(1) : turn());
    }
  }

  async function settle(): Promise<void> {
    try {
      await quietTurns();
      while (waiting.length > 0) {
        waiting.sort((a, b) => (a.name < b.name ? -1 : 1));
        const [next] = waiting.splice(Math.floor((random?.() ?? 0) * waiting.length), 1);
        next?.send();
        await quietTurns();
      }
    } finally {
      settling = null;
    }
  }

  function quiet(): Promise<void> {
    settling ??= settle();
    return settling;
  }

  const fetchInTurn: Fetch = async (url, init) => {
    await new Promise<void>((send) => {
      waiting.push({ name: nameOf(url, init), send });
      void quiet();
    });
    return traffic.fetch(url, init);
  };

  async function pass(ms: number): Promise<void> {
    const end = at + ms;
    await quiet();
    for (let next = soonest(); next && next.due <= end; next = soonest()) {
      timers.delete(next);
      at = Math.max(at, next.due);
      next.run();
      await quiet();
    }
    at = end;
  }

  return {
    fetch: random === undefined ? traffic.fetch : fetchInTurn,
    now,
    observe: (simulator) => void simulators.push(simulator),
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
    pass,
    async passUntil(call) {
      let isDone = false;
      const ended = call.finally(() => {
        isDone = true;
      });
      ended.catch(() => {});
      for (const last = at + DAY_MS; !isDone; await pass(5_000))
        if (at > last) throw new Error('A call has not ended within a day.');
      return ended;
    },
    sleep(ms) {
      at += ms;
    },
    timers: () => timers.size,
  };
}
