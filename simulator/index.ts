export { manualClock, runningClock, type SimulatorClock } from './clock.ts';
export type { FaultInput } from './faults/board.ts';
export type { StartOptions } from './options.ts';
export { type Simulator, startSimulator } from './start.ts';
export type { Credentials } from './world/accounts.ts';
