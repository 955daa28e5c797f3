import { UNKNOWN_STATE, type VmList, vmsOf } from '../domain/account-state.ts';
import type { Vm } from '../domain/vm.ts';
import type { VmLoad } from '../gpu-load/gpu-load.ts';
import type { AccountSnapshot } from '../polling/polling-slice.ts';
import type { VmLogin } from '../ssh/ssh-state.ts';
import type { VmActivity } from '../vms/vm-activity.ts';
import type { AppState } from './app-state.ts';

/** The changed VMs of a snapshot: a change among 500 VMs sends one VM and renders one row. */
interface VmsPatch extends Omit<VmList, 'vms'> {
  /** New and changed ones. */
  readonly changed: readonly Vm[];
  /** All ids in order if the list itself changed; null: only VMs in it did. */
  readonly order: readonly string[] | null;
}

interface SnapshotPatch extends Pick<AccountSnapshot, 'asOf' | 'freshness'> {
  /** Absent: unchanged. It lists every VM. */
  readonly spend?: AccountSnapshot['spend'];
  readonly vmsProblem: AccountSnapshot['vms']['problem'];
  /** Null: the list is unknown or refused. */
  readonly vms: VmsPatch | null;
}

type Slices = Omit<AppState, 'snapshots' | 'vmSshAccess' | 'vmLoads' | 'vmActivity'>;

/** The difference of two states; unchanged slices are absent. */
export interface AppPatch {
  readonly slices: Partial<Slices>;
  /** The changed snapshots, by account id; null: the account was removed. */
  readonly snapshots: Readonly<Record<string, SnapshotPatch | null>>;
  /** The changed logins, by `vmKey`; null: removed. */
  readonly vmSshAccess: Readonly<Record<string, VmLogin | null>>;
  /** The changed loads, by `vmKey`; null: removed. */
  readonly vmLoads: Readonly<Record<string, VmLoad | null>>;
  /** The changed times, by `vmKey`; null: removed. */
  readonly vmActivity: Readonly<Record<string, VmActivity | null>>;
}

type ById<T> = Readonly<Record<string, T>>;

/** The patch of each value that changed, by identity; null for each that is gone. */
function diffRecord<T, P>(
  before: ById<T>,
  after: ById<T>,
  patch: (before: T | undefined, after: T) => P,
): ById<P | null> {
  if (before === after) return {};
  const changed = Object.entries(after)
    .filter(([id, value]) => before[id] !== value)
    .map(([id, value]) => [id, patch(before[id], value)] as const);
  const gone = Object.keys(before).filter((id) => !Object.hasOwn(after, id));
  return Object.fromEntries([...changed, ...gone.map((id) => [id, null] as const)]);
}

/** Nothing changed: the same object. */
function applyRecord<T, P>(
  before: ById<T>,
  patches: ById<P | null>,
  apply: (before: T | undefined, patch: P) => T,
): ById<T> {
  if (Object.keys(patches).length === 0) return before;
  const after = { ...before };
  for (const [id, patch] of Object.entries(patches)) {
    if (patch === null) delete after[id];
    else after[id] = apply(after[id], patch);
  }
  return after;
}

function diffSnapshot(before: AccountSnapshot | undefined, after: AccountSnapshot): SnapshotPatch {
  const { spend, asOf, freshness, vms } = after;
  const rest = {
    ...(before?.spend === spend ? {} : { spend }),
    asOf,
    freshness,
    vmsProblem: vms.problem,
  };
  if (vms.value === null) return { ...rest, vms: null };
  const { vms: list, ...about } = vms.value;
  const old = vmsOf(before);
  const known = new Map(old.map((vm) => [vm.id, vm]));
  const isReordered =
    old.length !== list.length || list.some((vm, index) => old[index]?.id !== vm.id);
  const changed = list.filter((vm) => known.get(vm.id) !== vm);
  const order = isReordered ? list.map(({ id }) => id) : null;
  return { ...rest, vms: { changed, order, ...about } };
}

function applySnapshot(before: AccountSnapshot | undefined, patch: SnapshotPatch): AccountSnapshot {
  const { vmsProblem, vms, spend = (before ?? UNKNOWN_STATE).spend, ...age } = patch;
  const rest = { ...age, spend };
  if (vms === null) return { vms: { value: null, problem: vmsProblem }, ...rest };
  const { changed, order, ...about } = vms;
  const known = new Map([...vmsOf(before), ...changed].map((vm) => [vm.id, vm]));
  const list = (order ?? [...known.keys()]).flatMap((id) => known.get(id) ?? []);
  return { vms: { value: { vms: list, ...about }, problem: vmsProblem }, ...rest };
}

/** The patch from `before` to `after`; null: nothing changed. Compares by identity. */
export function diffAppState(before: AppState, after: AppState): AppPatch | null {
  const { snapshots: _, vmSshAccess: __, vmLoads: ___, vmActivity: ____, ...slices } = after;
  const known = new Map<string, unknown>(Object.entries(before));
  const patch: AppPatch = {
    slices: Object.fromEntries(
      Object.entries(slices).filter(([name, value]) => known.get(name) !== value),
    ),
    snapshots: diffRecord(before.snapshots, after.snapshots, diffSnapshot),
    vmSshAccess: diffRecord(before.vmSshAccess, after.vmSshAccess, (_old, login) => login),
    vmLoads: diffRecord(before.vmLoads, after.vmLoads, (_old, load) => load),
    vmActivity: diffRecord(before.vmActivity, after.vmActivity, (_old, times) => times),
  };
  const isEmpty = Object.values(patch).every((part) => Object.keys(part).length === 0);
  return isEmpty ? null : patch;
}

/** The state after a patch. Unchanged VMs keep their objects. */
export function applyAppPatch(state: AppState, patch: AppPatch): AppState {
  return {
    ...state,
    ...patch.slices,
    snapshots: applyRecord(state.snapshots, patch.snapshots, applySnapshot),
    vmSshAccess: applyRecord(state.vmSshAccess, patch.vmSshAccess, (_old, login) => login),
    vmLoads: applyRecord(state.vmLoads, patch.vmLoads, (_old, load) => load),
    vmActivity: applyRecord(state.vmActivity, patch.vmActivity, (_old, times) => times),
  };
}
