export { manualClock, runningClock, type SimulatorClock } from './clock.ts';
export type { Credentials } from './control/control.ts';
export type { FaultInput } from './faults/board.ts';
export type { StartOptions } from './options.ts';
export { type Simulator, startSimulator } from './start.ts';
