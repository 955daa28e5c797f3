import pLimit from 'p-limit';
import { type Clock, sleep } from '../../clock.ts';

export interface ReachTarget {
  readonly key: string;
  readonly address: string;
  readonly port: number;
}

export interface ReachWatchPorts {
  /** Whether SSH answers. Rejects only when its signal aborts. */
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Called once per VM and reach, until it stops or moves, or a pause ends. `silent`: no answer for five minutes. */
  readonly onReach: (key: string, reach: 'ready' | 'silent') => void;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Connections at once: hundreds of VMs must neither look like a port scan nor wait for one that hangs. */
const FIRST_AT_ONCE = 8;
/** Separate, so that a VM that has just started does not wait behind unreachable ones. */
const REPEATED_AT_ONCE = 4;

const FIRST_MS = 1_000;
const SLOWEST_MS = 30_000;
/** After this long the VM is probably behind a jump host or blocked by a firewall. */
const PATIENT_FOR_MS = 10 * 60_000;
const RARELY_MS = 5 * 60_000;
/** A start takes seconds to a few minutes: after this long, there may be no SSH server. */
const SILENT_AFTER_MS = 5 * 60_000;

/** Ms until the next probe, ±10 % jitter. @param tries so far, at least 1 @param elapsedMs since the first of them */
export function untilNextTry(tries: number, elapsedMs: number, random: number): number {
  const grown = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 30), SLOWEST_MS);
  const ms = elapsedMs >= PATIENT_FOR_MS ? RARELY_MS : grown;
  return ms * (0.9 + random * 0.2);
}

interface Followed {
  readonly target: ReachTarget;
  reach: 'waiting' | 'silent' | 'ready';
  /** Ends the probes. */
  readonly end: AbortController;
}

/** Probes running VMs at growing intervals until SSH answers; from then on they count as reachable until they stop or move. */
export function createReachWatch({ answers, onReach, clock, random }: ReachWatchPorts) {
  const followed = new Map<string, Followed>();
  const first = pLimit(FIRST_AT_ONCE);
  const repeated = pLimit(REPEATED_AT_ONCE);
  let isPaused = false;

  async function probe(entry: Followed, signal: AbortSignal): Promise<void> {
    const { target } = entry;
    const since = clock.monotonic();
    for (let tries = 1; ; tries += 1) {
      const limit = tries === 1 ? first : repeated;
      const isUp = await limit(async () => !signal.aborted && (await answers(target, signal)));
      signal.throwIfAborted();
      if (isUp) break;
      const elapsed = clock.monotonic() - since;
      if (entry.reach === 'waiting' && elapsed >= SILENT_AFTER_MS) {
        entry.reach = 'silent';
        onReach(target.key, 'silent');
      }
      await sleep(clock, untilNextTry(tries, elapsed, random()), signal);
    }
    entry.reach = 'ready';
    onReach(target.key, 'ready');
  }

  function begin(target: ReachTarget): void {
    const entry: Followed = { target, reach: 'waiting', end: new AbortController() };
    followed.set(target.key, entry);
    if (isPaused) return;
    const { signal } = entry.end;
    void probe(entry, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  // With a reason: the default one is an error with a stack, which thousands of VMs would wait for.
  const end = (entry: Followed) => entry.end.abort('not followed');

  return {
    /** Sets the running VMs: new and moved ones are probed, missing ones are dropped. */
    follow(targets: readonly ReachTarget[]): void {
      const byKey = new Map(targets.map((target) => [target.key, target]));
      for (const [key, entry] of followed) {
        const { address, port } = entry.target;
        const now = byKey.get(key);
        if (now?.address === address && now.port === port) continue;
        end(entry);
        followed.delete(key);
      }
      for (const target of byKey.values()) if (!followed.has(target.key)) begin(target);
    },
    /** Undefined: it is not probed. */
    reachOf: (key: string) => followed.get(key)?.reach,
    /** Pauses while offline; `resume` probes again at short intervals: failures while offline say nothing about the VM. */
    pause(): void {
      isPaused = true;
      for (const entry of followed.values()) end(entry);
    },
    resume(): void {
      if (!isPaused) return;
      isPaused = false;
      for (const { reach, target } of followed.values()) if (reach !== 'ready') begin(target);
    },
  };
}
