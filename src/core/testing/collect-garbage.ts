import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs Node's garbage collector. */
export function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no garbage collector to call');
  collect();
}
