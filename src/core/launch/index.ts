export {
  accountKey,
  dismissLaunch,
  type LaunchOutcome,
  type LaunchPorts,
  rentVm,
  settleLaunches,
} from './launch.ts';
export { type LaunchedVm, type LaunchNote, readLaunches, readNotes } from './launch-notes.ts';
