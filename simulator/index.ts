export { manualClock, runningClock, type SimulatorClock } from './clock.ts';
export type {
  Control,
  Credentials,
  FaultHandle,
  SimulatorState,
} from './control/control.ts';
export type { NewVm } from './control/vms.ts';
export type { FaultInput, OnMatch } from './faults/board.ts';
export type { Behavior, BehaviorPatch, StartOptions } from './options.ts';
export type { LoggedRequest } from './service/visit.ts';
export { type Simulator, startSimulator } from './start.ts';
export type { VmRecord } from './world/index.ts';
