export { type Absences, createAbsences } from './absences.ts';
export { freshnessOf, NO_POLLS, outOfDateAt, type PollMemory, withPoll } from './freshness.ts';
export { createMonitor, type Monitor, type MonitoredClient, type PollReport } from './monitor.ts';
export { confirmVm, pollAccount, readAccount } from './poll-account.ts';
export { WAKE_POLLS } from './poller.ts';
export { createRuns } from './runs.ts';
export { applyReadings, type VmEvent } from './snapshot.ts';
