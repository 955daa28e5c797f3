import type { MessageDelivery, MessageDestination } from '../../shared/messages/messages.ts';
import { type Clock, createTimer, MAX_TIMER_MS } from '../clock.ts';
import { type Message, type Outbox, type Queued, withoutOld, withQueued } from '../events/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { nextTogether } from './message-text.ts';
import type { PostFailure } from './post.ts';

/** After the first failure, ms; twice as long after each further one. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 5 * 60_000;
/** From the first failure until it is said, ms. */
const LATE_MS = 10 * 60_000;

export interface MessagesPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Groups that wait. A change resolves when it is on disk. */
  readonly queue: { get(): Outbox; set(next: Outbox): Promise<void> };
  readonly wordsFor: (queued: Queued) => Message;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Sends messages as one to the destination with the id. Null: sent. */
  send(id: string, messages: readonly Message[]): Promise<PostFailure | null>;
  onChange(deliveries: Readonly<Record<string, MessageDelivery>>): void;
  /** Messages to the host have failed for ten minutes. @param reason a sentence */
  onLate(host: string, reason: string): void;
}

/** Sends a destination its waiting messages, one request at a time. */
function createDelivery(
  { id, host }: MessageDestination,
  ports: MessagesPorts,
  changed: () => void,
) {
  const { clock, log, random, queue } = ports;
  const timer = createTimer(clock);
  /** Since the first failure: a receiver may name a retry in an hour. */
  const lateTimer = createTimer(clock);
  let isStopped = false;
  /** The request under way; null: none. */
  let underWay: Promise<void> | null = null;
  let failures = 0;
  let problem: string | null = null;

  const waiting = () => queue.get().queue.filter(({ to }) => to === id);

  function failed({ reason, retryAt }: PostFailure): void {
    if (isStopped) return;
    if (failures === 0) lateTimer.set(LATE_MS, () => ports.onLate(host, problem ?? ''));
    failures += 1;
    problem = reason;
    const backoff =
      Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) * (0.75 + random() / 2);
    const named = retryAt === null ? 0 : retryAt - clock.now();
    timer.set(Math.min(Math.max(backoff, named), MAX_TIMER_MS), () => void run());
  }

  /** No message waits for another attempt. */
  function settle(): void {
    failures = 0;
    problem = null;
    lateTimer.clear();
  }

  /** Never rejects. */
  async function sendTogether(ready: readonly Queued[]): Promise<void> {
    try {
      const together = nextTogether(ready.map(ports.wordsFor));
      const sent = ready.slice(0, together.length);
      const failure = await ports.send(id, together);
      if (failure !== null) return failed(failure);
      settle();
      // A group that an end joined meanwhile is sent again, with its end.
      await queue.set(withQueued(queue.get(), (one) => !sent.includes(one)));
    } catch (error) {
      log.error('messages.internal_error', describeInternalError(error));
      failed({ reason: 'An internal error.', retryAt: null });
    }
  }

  /** Sends until nothing is left, or one attempt fails. */
  async function run(): Promise<void> {
    if (underWay !== null || isStopped) return;
    timer.clear();
    const known = queue.get();
    const trimmed = withoutOld(known, clock.now());
    if (trimmed !== known) void queue.set(trimmed);
    const ready = waiting();
    if (ready.length > 0) {
      underWay = sendTogether(ready);
      await underWay;
      underWay = null;
      changed();
      if (failures === 0) await run();
    } else if (failures > 0) {
      // Those that failed are too old, or made room for others.
      settle();
      changed();
    }
  }

  return {
    run,
    /** New messages wait for a retry that is due anyway. */
    wake: () => (failures === 0 ? void run() : undefined),
    state: (): MessageDelivery => ({ waiting: waiting().length, problem }),
    /** Resolves after the request under way: the receiver may have its message, which would be sent again. */
    async stop(): Promise<void> {
      isStopped = true;
      timer.clear();
      lateTimer.clear();
      await underWay;
    },
  };
}

/**
 * Sends what waits in the outbox to the destinations, at most 100 messages for at most a day. A process that is killed between sending
 * and storing sends a message twice.
 */
export function openMessages(ports: MessagesPorts) {
  const { queue } = ports;
  const deliveries = new Map<string, ReturnType<typeof createDelivery>>();

  function changed(): void {
    const states = [...deliveries].map(([id, delivery]) => [id, delivery.state()] as const);
    ports.onChange(
      Object.fromEntries(
        states.filter(([, { waiting, problem }]) => waiting > 0 || problem !== null),
      ),
    );
  }

  function wake(): void {
    for (const delivery of deliveries.values()) delivery.wake();
    changed();
  }

  return {
    setDestinations(next: readonly MessageDestination[]): void {
      const known = new Set(next.map(({ id }) => id));
      const removed = new Set([...deliveries.keys()].filter((id) => !known.has(id)));
      for (const id of removed) {
        void deliveries.get(id)?.stop();
        deliveries.delete(id);
      }
      for (const one of next)
        if (!deliveries.has(one.id)) deliveries.set(one.id, createDelivery(one, ports, changed));
      // Messages of another program with these settings stay: that program sends them when acting again.
      const current = queue.get();
      const kept = withQueued(current, ({ to }) => !removed.has(to));
      if (kept !== current) void queue.set(kept);
      wake();
    },
    wake,
    /** Tries again at once: the network may be back. */
    attemptNow(): void {
      for (const delivery of deliveries.values()) void delivery.run();
    },
    async stop(): Promise<void> {
      await Promise.all([...deliveries.values()].map((delivery) => delivery.stop()));
    },
  };
}
