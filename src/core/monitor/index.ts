export {
  createMonitor,
  type Freshness,
  type Monitor,
  type MonitoredClient,
  type PollReport,
} from './monitor.ts';
export { confirmVm, pollAccount, readAccount } from './poll-account.ts';
export { applyReadings, type VmEvent } from './snapshot.ts';
