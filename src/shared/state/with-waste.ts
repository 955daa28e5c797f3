import { isSame } from '../domain/is-same.ts';
import { wasteOf } from '../vms/waste.ts';
import type { AppState } from './app-state.ts';
import { allVms } from './lookups.ts';

/** The state with the VMs that are billed without use as of now. Unchanged: the same. @param now ms since the epoch */
export function withWaste<State extends AppState>(app: State, now: number): State {
  const all = allVms(app).flatMap(({ key, accountId, vm }) => {
    const waste = wasteOf({ app, accountId, now }, vm, key);
    return waste === null ? [] : [[key, waste] as const];
  });
  const vmWaste = Object.fromEntries(all);
  return isSame(vmWaste, app.vmWaste) ? app : { ...app, vmWaste };
}
