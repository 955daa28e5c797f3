import { CLI, ensureBuilt } from '../app-build/ensure-built.ts';

/** Builds the command line that the tests start. */
export function setup(): void {
  ensureBuilt(CLI);
}
