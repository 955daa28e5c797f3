export type { VmEvent } from './diff.ts';
export {
  createMonitor,
  type Freshness,
  type Monitor,
  type MonitoredClient,
  type MonitorPorts,
  type MonitorReport,
} from './monitor.ts';
export { pollAccount } from './poll-account.ts';
export type { Conditions } from './poller.ts';
export { readAccount } from './read-account.ts';
export { applyReadings } from './snapshot.ts';
