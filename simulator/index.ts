export { runningClock, type SimulatorClock, standingClock } from './clock.ts';
export type {
  Control,
  Credentials,
  FaultHandle,
  NewVm,
  SimulatorState,
} from './control/index.ts';
export type { FaultInput, OnMatch } from './faults/index.ts';
export type { Behaviour, BehaviourPatch, StartOptions } from './options.ts';
export type { LoggedRequest } from './service/index.ts';
export { type Simulator, startSimulator } from './start.ts';
export type { VmRecord } from './world/index.ts';
