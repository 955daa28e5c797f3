export {
  accountKey,
  type EarlierLaunch,
  endLaunches,
  forgetLaunches,
  type LaunchOutcome,
  type LaunchPorts,
  launchVm,
} from './launch.ts';
export { readLaunches, type WebVm } from './launch-notes.ts';
