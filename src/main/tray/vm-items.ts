import type { AppState } from '../../shared/app/index.ts';
import { type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { characterCount, clipped, formatRate, printable } from '../../shared/format/index.ts';
import { action, submenu, type TrayMenuItem } from './menu-item.ts';
import { LONGEST_LABEL } from './menu-label.ts';
import { type ListedVm, vmMenu } from './vm-menu.ts';

/** Entries of a menu before it says "… and N more". */
const MOST_RUNNING = 10;
const MOST_OTHERS = 20;
/** Characters of each part of a label. The name gives way to what is behind it, the price above all. */
const LONGEST_NAME = 32;
const SHORTEST_NAME = 12;
const LONGEST_WORD = 16;

function part(text: string): readonly string[] {
  const shown = clipped(printable(text), LONGEST_WORD);
  return shown === '' ? [] : [shown];
}

function gpus({ gpuType, gpuCount }: Vm): readonly string[] {
  if (gpuType === null) return [];
  return part(gpuCount === null ? gpuType : `${gpuCount} × ${gpuType}`);
}

function rate(vm: Vm, { hideAmounts, currency }: AppState['preferences']): readonly string[] {
  return hideAmounts || vm.hourlyRate === null ? [] : [formatRate(vm.hourlyRate, currency)];
}

function label({ vm, account }: ListedVm, state: AppState): string {
  const status = vmPhase(vm.status) === 'running' ? [] : part(vm.status);
  const owner = state.accounts.length > 1 ? part(account.label) : [];
  const behind = [...status, ...gpus(vm), ...rate(vm, state.preferences), ...owner]
    .map((shown) => ` · ${shown}`)
    .join('');
  const room = LONGEST_LABEL - characterCount(behind);
  const most = Math.max(SHORTEST_NAME, Math.min(LONGEST_NAME, room));
  return `${clipped(vmName(vm), most)}${behind}`;
}

function vmItem(listed: ListedVm, state: AppState): TrayMenuItem {
  return submenu(label(listed, state), vmMenu(listed, state));
}

function atMost(most: number, vms: readonly ListedVm[], state: AppState): readonly TrayMenuItem[] {
  const rest = vms.length - most;
  return [
    ...vms.slice(0, most).map((listed) => vmItem(listed, state)),
    ...(rest > 0 ? [action(`… and ${rest} more`, { kind: 'showVms' })] : []),
  ];
}

/** VMs that run first, then those on their way to or from it; the rest one menu deeper. */
export function vmItems(state: AppState): readonly TrayMenuItem[] {
  const listed = state.accounts.flatMap((account) =>
    (state.pictures[account.id]?.vms.value?.vms ?? []).map((vm) => ({ vm, account })),
  );
  const ofPhase = (phase: string) => listed.filter(({ vm }) => vmPhase(vm.status) === phase);
  const active = [...ofPhase('running'), ...ofPhase('changing')];
  const shown = new Set(active);
  const others = listed.filter((vm) => !shown.has(vm));
  return [
    ...atMost(MOST_RUNNING, active, state),
    ...(others.length === 0
      ? []
      : [submenu(`Other VMs (${others.length})`, atMost(MOST_OTHERS, others, state))]),
  ];
}
