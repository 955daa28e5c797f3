import { onTestFinished } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { type Log, silentLog } from '../../log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createMonitor } from '../monitor.ts';
import type { PollReport } from '../poller.ts';
import { fakeClient } from './fake-client.ts';

/** A monitor without jitter on a virtual clock, and its reports. */
export function monitorSetup() {
  const clock = createVirtualClock();
  const internalErrors: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (event, { at: _, ...fields } = {}) =>
      void internalErrors.push(`${event} ${JSON.stringify(fields)}`),
  };
  const monitor = createMonitor({ clock, log, random: () => 0.5 });
  const reports: PollReport[] = [];
  const succeeded: string[] = [];
  const last = new Map<string, PollReport>();
  monitor.events.on('poll', (report) => {
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

/** An account `a` of such a monitor, and when its VMs were requested. */
export function accountSetup(client = fakeClient()) {
  const setup = monitorSetup();
  const { clock, monitor } = setup;
  const polls: number[] = [];
  const scheduled: (number | null)[] = [];
  monitor.events.on('schedule', (_, at) => scheduled.push(at));
  monitor.add('a', {
    ...client,
    listVms(signal) {
      polls.push(clock.monotonic());
      return client.listVms(signal);
    },
  });
  return {
    ...setup,
    client,
    /** The time of each poll, in seconds since the start. */
    times: () => polls.map((at) => at / 1_000),
    /** When the next poll was scheduled since the last call. */
    scheduled: () => scheduled.splice(0),
  };
}
