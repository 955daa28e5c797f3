import type { Vm } from '../domain/index.ts';

/** Why the provider permits less than usual, so that it cannot be stopped; empty: it does not. */
export function limitText({ cluster, isLocked }: Pick<Vm, 'cluster' | 'isLocked'>): string {
  if (cluster != null)
    return 'Its cluster is started, stopped and deleted as a whole, in the console.';
  return isLocked ? 'Locked: it cannot be stopped until you unlock it in the console.' : '';
}
