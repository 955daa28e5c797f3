export { confirmVm } from './missing.ts';
export { createMonitor, type Monitor } from './monitor.ts';
export { readAccount } from './poll-account.ts';
export type { MonitorEvents, MonitoredClient, PollReport } from './poller.ts';
export { lookupIn, type VmEvent } from './snapshot.ts';
