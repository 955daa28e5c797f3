export { type Control, createControl, type FaultHandle } from './control.ts';
export type { NewVm } from './new-vm.ts';
export { controlRoutes } from './routes.ts';
export type { Credentials, SimulatorState } from './state.ts';
