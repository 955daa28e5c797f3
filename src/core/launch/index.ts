export {
  accountKey,
  dismissLaunch,
  type LaunchOutcome,
  type LaunchPorts,
  rentVm,
  settleLaunches,
} from './launch.ts';
export { type LaunchNote, readLaunches, readNotes } from './launch-notes.ts';
