import pLimit from 'p-limit';
import { type Clock, createTimer } from '../../clock.ts';

export interface ReachTarget {
  readonly key: string;
  readonly address: string;
  readonly port: number;
}

export interface ReachWatchPorts {
  /** Whether SSH answers. Rejects only when its signal aborts. */
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Called once per VM, until it stops or moves. */
  readonly onReachable: (key: string) => void;
  /** SSH has not answered for five minutes. Called once per VM, until it stops or moves, or a pause ends. */
  readonly onSilent: (key: string) => void;
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
  readonly controller: AbortController;
  isReachable: boolean;
  isSilent: boolean;
  /** Queued or under way. */
  isBusy: boolean;
  tries: number;
  /** Monotonic ms. */
  since: number;
  readonly timer: ReturnType<typeof createTimer>;
}

/** Probes running VMs at growing intervals until SSH answers; from then on they count as reachable until they stop or move. */
export function createReachWatch(ports: ReachWatchPorts) {
  const { clock } = ports;
  const followed = new Map<string, Followed>();
  const first = pLimit(FIRST_AT_ONCE);
  const repeated = pLimit(REPEATED_AT_ONCE);
  let isPaused = false;

  function forget(entry: Followed): void {
    entry.timer.clear();
    // With a reason: the default one is an error with a stack, which thousands of VMs would wait for.
    entry.controller.abort('not followed');
    followed.delete(entry.target.key);
  }

  async function tryOnce(entry: Followed): Promise<void> {
    const { signal } = entry.controller;
    if (isPaused || signal.aborted) return;
    const answered = await ports.answers(entry.target, signal).catch((error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    });
    if (signal.aborted) return;
    if (answered) {
      entry.isReachable = true;
      entry.isSilent = false;
      ports.onReachable(entry.target.key);
      return;
    }
    entry.tries += 1;
    const elapsed = clock.monotonic() - entry.since;
    const wait = untilNextTry(entry.tries, elapsed, ports.random());
    entry.timer.set(wait, () => queue(entry));
    if (entry.isSilent || elapsed < SILENT_AFTER_MS) return;
    entry.isSilent = true;
    ports.onSilent(entry.target.key);
  }

  function queue(entry: Followed): void {
    const limit = entry.tries === 0 ? first : repeated;
    entry.isBusy = true;
    void limit(() => tryOnce(entry)).finally(() => {
      entry.isBusy = false;
    });
  }

  function begin(entry: Followed): void {
    entry.timer.clear();
    entry.tries = 0;
    entry.isSilent = false;
    entry.since = clock.monotonic();
    queue(entry);
  }

  function add(target: ReachTarget): void {
    const controller = new AbortController();
    const flags = { isReachable: false, isSilent: false, isBusy: false };
    const entry = { target, controller, ...flags, tries: 0, since: 0, timer: createTimer(clock) };
    followed.set(target.key, entry);
    begin(entry);
  }

  return {
    /** Sets the running VMs: new and moved ones are probed, missing ones are dropped. */
    follow(targets: readonly ReachTarget[]): void {
      const byKey = new Map(targets.map((target) => [target.key, target]));
      for (const entry of [...followed.values()]) {
        const now = byKey.get(entry.target.key);
        const { address, port } = entry.target;
        if (now?.address !== address || now.port !== port) forget(entry);
      }
      for (const target of byKey.values()) if (!followed.has(target.key)) add(target);
    },
    isReachable: (key: string) => followed.get(key)?.isReachable ?? false,
    isSilent: (key: string) => followed.get(key)?.isSilent ?? false,
    /** Pauses while offline; `resume` probes again at short intervals. */
    pause(): void {
      isPaused = true;
    },
    resume(): void {
      if (!isPaused) return;
      isPaused = false;
      // Failures while offline say nothing about the VM.
      for (const entry of followed.values()) if (!entry.isReachable && !entry.isBusy) begin(entry);
    },
  };
}
