import { ownerName } from '../../shared/accounts/index.ts';
import { gpuLabel } from '../../shared/domain/vm.ts';
import { clipped, formatMoney, printable } from '../../shared/format/index.ts';
import { type AppState, allVms, type ListedVm } from '../../shared/state/index.ts';
import { groupVms, type VmGroupName } from '../../shared/vms/vm-groups.ts';
import { quickVmMenu } from '../../shared/vms/vm-menu.ts';
import { byRate, vmRow } from '../../shared/vms/vm-row.ts';
import { action, submenu, type TrayMenuItem, text } from './menu-item.ts';
import { messages } from './messages.ts';

const STOP_IDLE = { kind: 'openPanel', screen: { kind: 'stopIdle' } } as const;
const MAX_RUNNING = 8;
const MAX_WASTE = 3;
/** Characters of the name and of each other text of a label; the price is never cut. */
const MAX_NAME = 32;
const MAX_PART = 16;

function part(value: string): readonly string[] {
  const shown = clipped(printable(value), MAX_PART);
  return shown === '' ? [] : [shown];
}

/** `scratch   $3.19   idle`. */
function vmLabel({ key, vm, accountId }: ListedVm, state: AppState, now: number): string {
  const row = vmRow({ app: state, accountId, now }, vm, key);
  const isQuiet = vm.note == null && vm.phase === 'running';
  const word = state.vmWaste[key]?.word ?? (isQuiet ? '' : row.state);
  const { hideAmounts } = state.preferences;
  return [
    clipped(row.name, MAX_NAME),
    ...(hideAmounts || row.perHour === null ? [] : [formatMoney(row.perHour)]),
    ...part(word),
  ].join('   ');
}

/** The account, where there are several, and the GPUs: first in the submenu, since they tell apart what the row does not. */
function aboutVm({ vm, accountId }: ListedVm, { accounts }: AppState): readonly TrayMenuItem[] {
  const owner = ownerName(accounts, accountId);
  const facts = [...(owner === null ? [] : [owner]), ...part(gpuLabel(vm))];
  return facts.length === 0 ? [] : [text(facts.join(' · '))];
}

function runningItem(listed: ListedVm, state: AppState, now: number): TrayMenuItem {
  return submenu(vmLabel(listed, state, now), [
    ...aboutVm(listed, state),
    ...quickVmMenu(state, listed.account, listed.vm).map((entry) =>
      entry.action === null ? text(entry.label) : action(entry.label, entry.action),
    ),
  ]);
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

/** Idle and stuck VMs, by money, and their review, then running and changing ones, and the number of others. @param lines of them all */
export function vmItems(state: AppState, now: number, lines: number): readonly TrayMenuItem[] {
  const groups = groupVms(allVms(state), state.vmWaste);
  const of = (name: VmGroupName) => groups.find((group) => group.name === name)?.members ?? [];
  const waste = of('waste');
  const running = of('running');
  const total = waste.length + running.length;
  const first = waste.slice(0, MAX_WASTE);
  const stop = first.length === 0 ? [] : [action(messages.stopIdle, STOP_IDLE)];
  const shown = (room: number) =>
    firstFew(running, Math.min(MAX_RUNNING, room - first.length - stop.length), (a, b) =>
      byRate(a.vm, b.vm),
    );
  const all = shown(lines);
  const few = first.length + all.length === total ? all : shown(lines - 1);
  const rest = total - first.length - few.length;
  return [
    ...first.map((one) => runningItem(one, state, now)),
    ...stop,
    ...few.map((one) => runningItem(one, state, now)),
    ...(rest > 0
      ? [action(messages.moreVms(rest), { kind: 'openPanel', screen: { kind: 'vms' } })]
      : []),
  ];
}
