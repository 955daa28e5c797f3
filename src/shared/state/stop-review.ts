import { sumRates } from '../domain/billing.ts';
import { formatMoney, formatRate, printable } from '../format/index.ts';
import { stopEffects, stopSaves } from '../operations/operation-texts.ts';
import { canStop, erasesAll } from '../operations/operations.ts';
import { stopLackOf } from '../providers/providers.ts';
import { groupVms } from '../vms/vm-groups.ts';
import { isLoadUnknown, type Waste, wasteText } from '../vms/waste-text.ts';
import type { AppState } from './app-state.ts';
import { allVms, type ListedVm } from './lookups.ts';

// The review before all idle and stuck VMs are stopped, as panel and terminal show it.

export interface ReviewedVm extends ListedVm, Pick<Waste, 'reason'> {
  /** `idle 38 d, GPU 0 %`. */
  readonly text: string;
  /** What a stop keeps, erases and means, a sentence each. */
  readonly effects: readonly string[];
  /** $/h that a stop saves; null: unknown. */
  readonly saves: number | null;
}

/** A VM that is left out. `step`: what can be done, `confirm`: its own stop, where its name is typed. */
export interface UnreviewedVm extends ReviewedVm {
  readonly why: string;
  readonly step: 'confirm' | 'console';
}

/** Null: it can be stopped with others. */
function obstacleOf(app: AppState, reviewed: ReviewedVm) {
  const { account, vm, saves } = reviewed;
  const lack = vm.refusals?.stop ?? stopLackOf(account);
  if (lack !== null) return printable(lack);
  if (app.refusedWrites[account.id] !== undefined) return 'Its key can’t change VMs (403).';
  if (!canStop(app, account, vm)) return 'It can’t be stopped in this state.';
  if (saves === 0) return 'Stopping saves nothing.';
  return isLoadUnknown(reviewed) ? 'Its load is unknown. Check it first.' : null;
}

/** The VMs of the group `waste`, the highest rate first. @param now ms since the epoch */
export function stopReview(app: AppState, now: number) {
  const stoppable: ReviewedVm[] = [];
  const others: UnreviewedVm[] = [];
  const waste = groupVms(allVms(app), app.vmWaste).find(({ name }) => name === 'waste');
  for (const listed of waste?.members ?? []) {
    const { key, vm } = listed;
    const found = app.vmWaste[key];
    // It is being stopped, or started.
    if (found === undefined || app.operations[key]?.isOverdue === false) continue;
    const reviewed = {
      ...listed,
      reason: found.reason,
      text: wasteText(found, now),
      effects: stopEffects(vm),
      saves: stopSaves(vm),
    };
    const why = obstacleOf(app, reviewed);
    if (why !== null) others.push({ ...reviewed, why, step: 'console' });
    else if (erasesAll(vm))
      others.push({ ...reviewed, why: 'Stopping erases everything on it.', step: 'confirm' });
    else stoppable.push(reviewed);
  }
  // Two accounts may show the same VM of a service.
  const known = new Set<string>();
  const isFirst = ({ account, vmId }: ReviewedVm) =>
    known.size < known.add(`${account.baseUrl} ${vmId}`).size;
  return { stoppable: stoppable.filter(isFirst), others: others.filter(isFirst) };
}

/** Whether an auto-stop once idle can stop it: the others are not idle. */
export const isIdle = ({ reason }: Pick<ReviewedVm, 'reason'>) =>
  reason === 'idle' || reason === 'finished';

/** `saves $4.68/h, $112 a day`; null: unknown. */
export function savingsText(vms: readonly Pick<ReviewedVm, 'saves'>[]): string | null {
  const known = vms.flatMap(({ saves }) => saves ?? []);
  const perHour = sumRates(known);
  if (perHour === null) return null;
  const isAtLeast = known.length < vms.length;
  return `saves ${formatRate(perHour, isAtLeast)}, ${formatMoney(perHour * 24, isAtLeast)} a day`;
}

/** A VM that is judged again at the click, by its own record. */
export const noLongerIdle = (name: string) => `${name} may be in use again, so it wasn’t stopped.`;

export const IDLE_HINT =
  'Idle is measured by GPU load, or by CPU and RAM if that’s unknown. A download is no GPU work.';
