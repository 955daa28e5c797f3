import { wasteOf } from '../vms/waste.ts';
import type { Waste } from '../vms/waste-text.ts';
import type { AppState } from './app-state.ts';
import { allVms } from './lookups.ts';

const isSame = (a: Waste | undefined, b: Waste) =>
  a?.reason === b.reason && a.word === b.word && a.since === b.since && a.end === b.end;

/** The state with the VMs that are billed without use as of now. Unchanged: the same. @param now ms since the epoch */
export function withWaste<State extends AppState>(app: State, now: number): State {
  const { vmWaste: known } = app;
  const all = allVms(app).flatMap(({ key, accountId, vm }) => {
    const waste = wasteOf({ app, accountId, now }, vm, key);
    return waste === null ? [] : [[key, waste] as const];
  });
  const isUnchanged =
    all.length === Object.keys(known).length &&
    all.every(([key, waste]) => isSame(known[key], waste));
  return isUnchanged ? app : { ...app, vmWaste: Object.fromEntries(all) };
}
