import { ownerName } from '../../shared/accounts/index.ts';
import { isChanging } from '../../shared/domain/vm.ts';
import { characterCount, clipped, formatRate, printable } from '../../shared/format/index.ts';
import { currentLoad } from '../../shared/gpu-load/gpu-load.ts';
import { type AppState, allVms, type ListedVm } from '../../shared/state/index.ts';
import { groupVms, type VmGroupName } from '../../shared/vms/vm-groups.ts';
import { type QuickVmAction, quickVmMenu } from '../../shared/vms/vm-menu.ts';
import { byRate, loadsOf, type RowLoad, vmRow } from '../../shared/vms/vm-row.ts';
import { action, MAX_LABEL, submenu, type TrayMenuItem, text } from './menu-item.ts';
import { messages } from './messages.ts';
import type { TrayAction } from './tray-action.ts';

const MAX_RUNNING = 8;
const MAX_ATTENTION = 3;
/** Characters of each part of a label; the name is shortened first, the price never. */
const MAX_NAME = 32;
const MIN_NAME = 12;
const MAX_PART = 16;

function trayActionOf(vmAction: QuickVmAction, { vm, account }: ListedVm): TrayAction {
  const target = { accountId: account.id, vmId: vm.id };
  switch (vmAction.kind) {
    case 'copy':
      return { kind: 'copyFromVm', input: { ...target, what: vmAction.what } };
    case 'openTerminal':
      return { kind: 'openTerminal', input: target };
    case 'openEditor':
      return { kind: 'openEditor', input: { ...target, editor: vmAction.editor.id } };
    case 'confirm':
      return {
        kind: 'openPanel',
        screen: { kind: 'vm', ...target, operation: vmAction.operation },
      };
    case 'showVm':
      return { kind: 'openPanel', screen: { kind: 'vm', ...target } };
  }
}

function part(value: string): readonly string[] {
  const shown = clipped(printable(value), MAX_PART);
  return shown === '' ? [] : [shown];
}

/** In steps of 5 %: each change of a label draws the menu again, and some desktops close an open one then. */
const rounded = ({ name, percent }: RowLoad) =>
  `${name.toUpperCase()} ${Math.round(percent / 5) * 5}%`;

/** Such as `train · 2 × 4090 · GPU 95%, VRAM 80% · $1.10/h`; names the account where there are several. */
function vmLabel(listed: ListedVm, state: AppState, now: number): string {
  const { key, vm, account } = listed;
  const row = vmRow({ app: state, accountId: account.id, now }, vm, key);
  // The load of a record changes with every poll.
  const isAsked = currentLoad(state.vmLoads[key], now) !== null;
  const load = isAsked
    ? loadsOf(row).map(rounded).join(', ')
    : row.idleMs === null
      ? ''
      : messages.idle;
  const { hideAmounts } = state.preferences;
  const owner = ownerName(state.accounts, account.id);
  const suffix = [
    ...part(vm.note == null && vm.phase === 'running' ? '' : row.state),
    ...part(row.gpus),
    ...(load === '' ? [] : [load]),
    ...(hideAmounts || row.perHour === null ? [] : [formatRate(row.perHour)]),
    ...(owner === null ? [] : [owner]),
  ]
    .map((shown) => ` · ${shown}`)
    .join('');
  const room = MAX_LABEL - characterCount(suffix);
  return `${clipped(row.name, Math.max(MIN_NAME, Math.min(MAX_NAME, room)))}${suffix}`;
}

function runningItem(listed: ListedVm, state: AppState, now: number): TrayMenuItem {
  return submenu(
    vmLabel(listed, state, now),
    quickVmMenu(state, listed.account, listed.vm).map((entry) =>
      entry.action === null
        ? text(entry.label)
        : action(entry.label, trayActionOf(entry.action, listed)),
    ),
  );
}

const isVmChanging = ({ vm }: ListedVm) => isChanging(vm.phase);

/** Changing VMs last, then by rate, highest first, then by name. */
function menuOrder(a: ListedVm, b: ListedVm): number {
  return Number(isVmChanging(a)) - Number(isVmChanging(b)) || byRate(a.vm, b.vm);
}

/** `all.toSorted(compare).slice(0, count)` without sorting all: there may be ten thousand VMs. */
export function firstFew<T>(
  all: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const few: T[] = [];
  for (const one of all) {
    const last = few.at(-1);
    if (few.length >= count && (last === undefined || compare(one, last) >= 0)) continue;
    const place = few.findLastIndex((kept) => compare(one, kept) >= 0) + 1;
    few.splice(place, 0, one);
    if (few.length > count) few.pop();
  }
  return few;
}

/**
 * VMs that need attention, which open their details, then running and changing ones, each with a submenu, and the number of the
 * others of both. @param now ms since the epoch @param lines of them all
 */
export function vmItems(state: AppState, now: number, lines: number): readonly TrayMenuItem[] {
  const groups = groupVms(allVms(state), state.vmActivity, now);
  const of = (name: VmGroupName) => groups.find((group) => group.name === name)?.members ?? [];
  const attention = of('attention');
  const running = of('running');
  const total = attention.length + running.length;
  const first = firstFew(attention, MAX_ATTENTION, menuOrder);
  const shown = (room: number) =>
    firstFew(running, Math.min(MAX_RUNNING, room - first.length), menuOrder);
  const all = shown(lines);
  const few = first.length + all.length === total ? all : shown(lines - 1);
  const rest = total - first.length - few.length;
  return [
    ...first.map((one) => action(vmLabel(one, state, now), trayActionOf({ kind: 'showVm' }, one))),
    ...few.map((one) => runningItem(one, state, now)),
    ...(rest > 0
      ? [action(messages.moreVms(rest), { kind: 'openPanel', screen: { kind: 'vms' } })]
      : []),
  ];
}
