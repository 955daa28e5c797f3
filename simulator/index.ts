export { manualClock, runningClock, type SimulatorClock } from './clock.ts';
export type { Credentials, FaultHandle } from './control/control.ts';
export type { FaultInput } from './faults/board.ts';
export type { Behavior, BehaviorPatch, StartOptions } from './options.ts';
export type { LoggedRequest } from './service/visit.ts';
export { type Simulator, startSimulator } from './start.ts';
