import { onTestFinished } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { type Log, silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createMonitor, type PollReport } from '../monitor.ts';
import { createPoller, type PollOutcome } from '../poller.ts';

function recordedInternalErrors() {
  const internalErrors: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (event, { at: _, ...fields } = {}) =>
      void internalErrors.push(`${event} ${JSON.stringify(fields)}`),
  };
  return { internalErrors, log };
}

/** A monitor without jitter on a virtual clock, and its reports. */
export function monitorSetup() {
  const clock = createVirtualClock();
  const { internalErrors, log } = recordedInternalErrors();
  const monitor = createMonitor({ clock, log, random: () => 0.5 });
  const reports: PollReport[] = [];
  const succeeded: string[] = [];
  const last = new Map<string, PollReport>();
  monitor.onPoll((report) => {
    last.set(report.accountId, report);
    if (report.before !== report.after) reports.push(report);
    if (!report.hasFailed) succeeded.push(report.accountId);
  });
  onTestFinished(() => monitor.stop());
  return {
    clock,
    monitor,
    internalErrors,
    /** The account of each poll that returned something. */
    succeeded,
    /** The reports with a change since the last call. */
    reports: () => reports.splice(0),
    state: (accountId: string): AccountState => last.get(accountId)?.after ?? UNKNOWN_STATE,
    /** When the older part of the account's data was received, as reported last. */
    asOf: (accountId: string) => last.get(accountId)?.asOf ?? null,
  };
}

/** The outcome of a successful poll, with these differences. */
export function outcome(change: Partial<PollOutcome> = {}): PollOutcome {
  return {
    isChanging: false,
    hasFailed: false,
    isRefused: false,
    forbiddenUntil: null,
    isLimited: false,
    pausedBy: null,
    retryAt: null,
    rateLimit: null,
    requestsPerPoll: 2,
    ...change,
  };
}

/** The outcome of a failed poll. */
export const FAILED = outcome({ hasFailed: true });

/** A poller without jitter on a virtual clock. Its polls end with `answer`, which a test may replace. */
export function pollerSetup(answer: () => Promise<PollOutcome> = async () => outcome()) {
  const clock = createVirtualClock();
  const { internalErrors, log } = recordedInternalErrors();
  const polls: { readonly at: number; readonly signal: AbortSignal }[] = [];
  let running = 0;
  let maxRunning = 0;
  async function poll(signal: AbortSignal): Promise<PollOutcome> {
    polls.push({ at: clock.monotonic(), signal });
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    try {
      return await setup.answer();
    } finally {
      running -= 1;
    }
  }
  const scheduled: (number | null)[] = [];
  const onScheduled = (at: number | null) => void scheduled.push(at);
  const poller = createPoller({ poll, onScheduled, clock, log, random: () => 0.5 });
  const setup = {
    clock,
    poller,
    polls,
    internalErrors,
    answer,
    maxRunning: () => maxRunning,
    /** When the next poll was scheduled since the last call. */
    scheduled: () => scheduled.splice(0),
    /** When each poll began, in seconds since the start. */
    times: () => polls.map(({ at }) => at / 1_000),
  };
  onTestFinished(() => poller.stop());
  return setup;
}
