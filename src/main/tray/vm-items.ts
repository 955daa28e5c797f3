import type { AppState } from '../../shared/app/index.ts';
import {
  billedNow,
  byName,
  largestFirst,
  type Vm,
  vmName,
  vmPhase,
} from '../../shared/domain/index.ts';
import { characterCount, clipped, formatRate, printable } from '../../shared/format/index.ts';
import { firstFew } from './first-few.ts';
import { action, submenu, type TrayMenuItem } from './menu-item.ts';
import { MAX_LABEL } from './menu-label.ts';
import { type ListedVm, vmMenu } from './vm-menu.ts';

/** Entries of a menu before it says "… and N more". */
const MAX_RUNNING = 10;
const MAX_OTHERS = 20;
/** Characters of each part of a label. The name gives way to what is behind it, the price above all. */
const MAX_NAME = 32;
const SHORTEST_NAME = 12;
const MAX_WORD = 16;

function part(text: string): readonly string[] {
  const shown = clipped(printable(text), MAX_WORD);
  return shown === '' ? [] : [shown];
}

function gpus({ gpuType, gpuCount }: Vm): readonly string[] {
  if (gpuType === null) return [];
  return part(gpuCount === null ? gpuType : `${gpuCount} × ${gpuType}`);
}

/** A VM with $/h that it costs now, null: not known. */
interface BilledVm extends ListedVm {
  readonly billed: number | null;
}

function rate(billed: number | null, preferences: AppState['preferences']): readonly string[] {
  const { hideAmounts, currency } = preferences;
  return hideAmounts || billed === null ? [] : [formatRate(billed, currency)];
}

function label({ vm, account, billed }: BilledVm, state: AppState): string {
  const status = vmPhase(vm.status) === 'running' ? [] : part(vm.status);
  const owner = state.accounts.length > 1 ? part(account.label) : [];
  const behind = [...status, ...gpus(vm), ...rate(billed, state.preferences), ...owner]
    .map((shown) => ` · ${shown}`)
    .join('');
  const room = MAX_LABEL - characterCount(behind);
  const most = Math.max(SHORTEST_NAME, Math.min(MAX_NAME, room));
  return `${clipped(vmName(vm), most)}${behind}`;
}

function vmItem(listed: BilledVm, state: AppState): TrayMenuItem {
  return submenu(label(listed, state), vmMenu(listed, state));
}

const isChanging = ({ vm }: ListedVm) => vmPhase(vm.status) === 'changing';
const isActive = (listed: ListedVm) =>
  vmPhase(listed.vm.status) === 'running' || isChanging(listed);

/** What runs comes before what is on its way to or from it, then the dearest first; what costs the same goes by name. */
function menuOrder(a: BilledVm, b: BilledVm): number {
  return (
    Number(isChanging(a)) - Number(isChanging(b)) ||
    largestFirst(a.billed, b.billed) ||
    byName(vmName(a.vm), vmName(b.vm))
  );
}

function atMost(most: number, vms: readonly BilledVm[], state: AppState): readonly TrayMenuItem[] {
  const rest = vms.length - most;
  return [
    ...firstFew(vms, most, menuOrder).map((listed) => vmItem(listed, state)),
    ...(rest > 0 ? [action(`… and ${rest} more`, { kind: 'showVms' })] : []),
  ];
}

function listedVms({ accounts, snapshots }: AppState): readonly BilledVm[] {
  return accounts.flatMap((account) => {
    const snapshot = snapshots[account.id];
    const spend = snapshot?.spend.value ?? null;
    const vms = snapshot?.vms.value?.vms ?? [];
    return vms.map((vm) => ({ vm, account, billed: billedNow(vm, spend) }));
  });
}

/** VMs that run first, then those on their way to or from it; the rest one menu deeper. */
export function vmItems(state: AppState): readonly TrayMenuItem[] {
  const listed = listedVms(state);
  const active = listed.filter(isActive);
  const others = listed.filter((vm) => !isActive(vm));
  return [
    ...atMost(MAX_RUNNING, active, state),
    ...(others.length === 0
      ? []
      : [submenu(`Other VMs (${others.length})`, atMost(MAX_OTHERS, others, state))]),
  ];
}
