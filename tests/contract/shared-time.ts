import { setImmediate as turn } from 'node:timers/promises';
import type { FaultHandle, SimulatorClock } from '../../simulator/index.ts';
import { type Clock, clampDelay } from '../../src/core/clock.ts';
import { observeTraffic, type Traffic } from './traffic.ts';

/** A fault that leaves requests hanging, and where: until the client gives up, nothing more happens to them. */
export interface Stall {
  readonly fault: FaultHandle;
  readonly inBody: boolean;
}

/**
 * One time for the client and the service, which stands still until it is told to move, over sockets that are real: it
 * moves on to the next timer only when nothing is on its way any more. So an hour passes in milliseconds, and a loaded
 * machine changes nothing.
 */
export interface SharedTime {
  /** The client's clock. */
  readonly clock: Clock;
  readonly simulatorClock: SimulatorClock;
  /** The client's way to the service. */
  readonly fetch: typeof globalThis.fetch;
  now(): number;
  /** Lets `ms` pass with everything that falls due in them. Requests held up by `stall` are not waited for. */
  pass(ms: number, stall?: Stall): Promise<void>;
}

/** Turns of the event loop without traffic after which there is none: between two requests the client only computes. */
const QUIET_TURNS = 8;
/** ms for requests that hang: on a busy machine, two bodies of 48 MB took longer than fifteen seconds. */
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
        throw new Error('let shared time pass instead: the client lives in it too');
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
