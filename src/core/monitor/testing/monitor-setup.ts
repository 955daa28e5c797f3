import { onTestFinished } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/index.ts';
import { type Log, silentLog } from '../../log.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import { createMonitor, type MonitorReport } from '../index.ts';

/** A monitor without jitter on a virtual clock, and what it reports. */
export function monitorSetup() {
  const clock = createVirtualClock();
  const defects: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void defects.push(event) };
  const monitor = createMonitor({ clock, log, random: () => 0.5 });
  const reports: MonitorReport[] = [];
  const heard: string[] = [];
  monitor.subscribe((report) => reports.push(report));
  monitor.onPoll((accountId) => heard.push(accountId));
  onTestFinished(() => monitor.stop());
  return {
    clock,
    monitor,
    defects,
    heard,
    /** Those since the last call. */
    reports: () => reports.splice(0),
    state: (accountId: string): AccountState => monitor.states().get(accountId) ?? UNKNOWN_STATE,
  };
}
