import { APP, ensureBuilt } from './ensure-built.ts';

/** Builds the app, with the panel that the specs open. */
export default function setup(): void {
  ensureBuilt(APP);
}
