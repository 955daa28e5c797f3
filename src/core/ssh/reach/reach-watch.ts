import type { Clock } from '../../clock.ts';
import { untilNextTry } from './reach-pace.ts';

/** Where somebody would log in. */
export interface ReachTarget {
  /** Of the VM, unique. */
  readonly key: string;
  /** Passed by `sshAddress`. */
  readonly address: string;
  readonly port: number;
}

/** Tries the running VMs until ssh answers there; from then on they count as reachable until they stop or move. */
export interface ReachWatch {
  /** These are the running VMs now: new and moved ones are tried, the others are left alone, the rest is forgotten. */
  follow(targets: readonly ReachTarget[]): void;
  isReachable(key: string): boolean;
  /** Stops trying while there is no network, and begins again quickly with it. */
  pause(): void;
  resume(): void;
}

/** How a VM is tried, and who hears of it: once for each, until it stops or moves. */
export interface ReachWatchPorts {
  /** Whether ssh answers there. Rejects only when its signal aborts. */
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  readonly onReachable: (key: string) => void;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Connections at once: a fleet of hundreds should not look like a port scan, nor wait for one that hangs. */
const MAX_AT_ONCE = 8;

interface Followed {
  readonly target: ReachTarget;
  readonly controller: AbortController;
  isReachable: boolean;
  isTrying: boolean;
  tries: number;
  /** Monotonic ms. */
  since: number;
  cancelTimer: () => void;
}

/** Connects to nothing before `follow`, and to eight at once at most. One that does not answer is tried ever more rarely. */
export function createReachWatch(ports: ReachWatchPorts): ReachWatch {
  const { clock } = ports;
  const followed = new Map<string, Followed>();
  /** Due, and waiting for their turn. */
  const due = new Set<Followed>();
  /** Those that were never tried: a VM that has just started must not wait behind all that cannot be reached. */
  const dueFirst = new Set<Followed>();
  let underWay = 0;
  let isPaused = false;

  function forget(entry: Followed): void {
    entry.cancelTimer();
    entry.controller.abort();
    due.delete(entry);
    dueFirst.delete(entry);
    followed.delete(entry.target.key);
  }

  function fillTurns(): void {
    for (const queue of [dueFirst, due])
      for (const entry of queue) {
        if (isPaused || underWay >= MAX_AT_ONCE) return;
        queue.delete(entry);
        underWay += 1;
        entry.isTrying = true;
        void tryOnce(entry).finally(() => {
          entry.isTrying = false;
          underWay -= 1;
          fillTurns();
        });
      }
  }

  async function tryOnce(entry: Followed): Promise<void> {
    const { signal } = entry.controller;
    const answered = await ports.answers(entry.target, signal).catch((error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    });
    if (signal.aborted) return;
    if (answered) {
      entry.isReachable = true;
      ports.onReachable(entry.target.key);
      return;
    }
    entry.tries += 1;
    const elapsed = clock.monotonic() - entry.since;
    const wait = untilNextTry(entry.tries, elapsed, ports.random());
    entry.cancelTimer = clock.after(wait, () => queue(entry));
  }

  function queue(entry: Followed): void {
    due.delete(entry);
    (entry.tries === 0 ? dueFirst : due).add(entry);
    fillTurns();
  }

  function begin(entry: Followed): void {
    entry.cancelTimer();
    entry.tries = 0;
    entry.since = clock.monotonic();
    queue(entry);
  }

  function add(target: ReachTarget): void {
    const controller = new AbortController();
    const flags = { isReachable: false, isTrying: false };
    const entry = { target, controller, ...flags, tries: 0, since: 0, cancelTimer: () => {} };
    followed.set(target.key, entry);
    begin(entry);
  }

  return {
    follow(targets) {
      const byKey = new Map(targets.map((target) => [target.key, target]));
      for (const entry of [...followed.values()]) {
        const now = byKey.get(entry.target.key);
        const { address, port } = entry.target;
        if (now?.address !== address || now.port !== port) forget(entry);
      }
      for (const target of byKey.values()) if (!followed.has(target.key)) add(target);
    },
    isReachable: (key) => followed.get(key)?.isReachable ?? false,
    pause() {
      isPaused = true;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      // What was found unreachable without a network says nothing about the VM.
      for (const entry of followed.values())
        if (!entry.isReachable && !entry.isTrying) begin(entry);
    },
  };
}
