import { onTestFinished } from 'vitest';
import type { Log } from '../../log.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import { createPoller, type PollOutcome } from '../poller.ts';

/** A poll that brought everything, with these differences. */
export function outcome(change: Partial<PollOutcome> = {}): PollOutcome {
  return {
    isChanging: false,
    hasFailed: false,
    pausedBy: null,
    retryAt: null,
    rateLimit: null,
    requestsPerPoll: 2,
    ...change,
  };
}

/** A poll that brought nothing. */
export const FAILED = outcome({ hasFailed: true });

/** One poll, as the poller asked for it. */
interface Asked {
  /** Virtual ms since the start. */
  readonly at: number;
  readonly signal: AbortSignal;
}

/** A poller without jitter, on a virtual clock, whose polls come to what the test says. */
export function pollerSetup(answer: () => Promise<PollOutcome> = async () => outcome()) {
  const clock = createVirtualClock();
  const asked: Asked[] = [];
  const defects: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void defects.push(event) };
  let running = 0;
  let mostAtOnce = 0;
  async function poll(signal: AbortSignal): Promise<PollOutcome> {
    asked.push({ at: clock.monotonic(), signal });
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    try {
      return await setup.answer();
    } finally {
      running -= 1;
    }
  }
  const poller = createPoller({ poll, clock, log, random: () => 0.5 });
  const setup = {
    clock,
    poller,
    asked,
    defects,
    /** What the next polls come to. */
    answer,
    mostAtOnce: () => mostAtOnce,
    /** When the polls so far began, in seconds since the start. */
    times: () => asked.map(({ at }) => at / 1_000),
  };
  onTestFinished(() => poller.stop());
  return setup;
}
