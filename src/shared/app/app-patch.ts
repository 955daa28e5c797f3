import type { Vm } from '../domain/index.ts';
import type { AccountSnapshot, AppState } from './app-state.ts';
import type { VmLogin } from './ssh-state.ts';

/** The changed VMs of a snapshot: one change among 500 VMs sends one VM and renders one row. */
export interface VmsPatch {
  /** New and changed ones. */
  readonly changed: readonly Vm[];
  /** All ids in order if the list itself changed; null: only VMs in it did. */
  readonly order: readonly string[] | null;
  readonly skipped: number;
}

/** The change of one account's snapshot. `noVms`: the list is unknown or refused; `gone`: the account was removed. */
export type SnapshotPatch =
  | { readonly kind: 'vms'; readonly rest: SnapshotRest; readonly vms: VmsPatch }
  | { readonly kind: 'noVms'; readonly rest: SnapshotRest }
  | { readonly kind: 'gone' };

/** A snapshot without its VMs. */
export type SnapshotRest = Pick<AccountSnapshot, 'spend' | 'asOf'> & {
  readonly vmsProblem: AccountSnapshot['vms']['problem'];
};

type Slices = Omit<AppState, 'snapshots' | 'vmLogins'>;

/** The difference of two states; unchanged slices are absent. */
export interface AppPatch {
  readonly slices: Partial<Slices>;
  readonly snapshots: Readonly<Record<string, SnapshotPatch>>;
  /** The changed logins, by `vmKey`; null: removed. */
  readonly vmLogins: Readonly<Record<string, VmLogin | null>>;
}

function patchVms(before: AccountSnapshot | undefined, after: AccountSnapshot): SnapshotPatch {
  const rest = { spend: after.spend, asOf: after.asOf, vmsProblem: after.vms.problem };
  const list = after.vms.value;
  if (list === null) return { kind: 'noVms', rest };
  const old = before?.vms.value?.vms ?? [];
  const known = new Map(old.map((vm) => [vm.id, vm]));
  const isReordered =
    before?.vms.value === null ||
    old.length !== list.vms.length ||
    list.vms.some((vm, index) => old[index]?.id !== vm.id);
  return {
    kind: 'vms',
    rest,
    vms: {
      changed: list.vms.filter((vm) => known.get(vm.id) !== vm),
      order: isReordered || before === undefined ? list.vms.map(({ id }) => id) : null,
      skipped: list.skipped,
    },
  };
}

const SLICES = [
  'accounts',
  'rates',
  'costs',
  'alerts',
  'preferences',
  'ssh',
  'keychain',
  'surroundings',
  'isAsking',
  'notice',
] as const satisfies readonly (keyof Slices)[];

function diffVmLogins(
  before: AppState['vmLogins'],
  after: AppState['vmLogins'],
): AppPatch['vmLogins'] {
  if (before === after) return {};
  const changed = Object.entries(after).filter(([key, login]) => before[key] !== login);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)]);
}

/** The patch from `before` to `after`; null: nothing changed. Compares by identity. */
export function diffAppState(before: AppState, after: AppState): AppPatch | null {
  const changed = SLICES.filter((name) => before[name] !== after[name]);
  const slices: Partial<Slices> = Object.fromEntries(changed.map((name) => [name, after[name]]));
  const snapshots: Record<string, SnapshotPatch> = {};
  for (const [id, snapshot] of Object.entries(after.snapshots))
    if (before.snapshots[id] !== snapshot) snapshots[id] = patchVms(before.snapshots[id], snapshot);
  for (const id of Object.keys(before.snapshots))
    if (!Object.hasOwn(after.snapshots, id)) snapshots[id] = { kind: 'gone' };
  const vmLogins = diffVmLogins(before.vmLogins, after.vmLogins);
  const isEmpty =
    changed.length === 0 &&
    Object.keys(snapshots).length === 0 &&
    Object.keys(vmLogins).length === 0;
  return isEmpty ? null : { slices, snapshots, vmLogins };
}

function applyVms(
  before: AccountSnapshot | undefined,
  patch: VmsPatch,
): AccountSnapshot['vms']['value'] {
  const vms = new Map((before?.vms.value?.vms ?? []).map((vm) => [vm.id, vm]));
  for (const vm of patch.changed) vms.set(vm.id, vm);
  const order = patch.order ?? [...vms.keys()];
  return { vms: order.flatMap((id) => vms.get(id) ?? []), skipped: patch.skipped };
}

function applySnapshot(
  before: AccountSnapshot | undefined,
  patch: SnapshotPatch,
): AccountSnapshot | null {
  if (patch.kind === 'gone') return null;
  const { spend, asOf, vmsProblem } = patch.rest;
  const value = patch.kind === 'noVms' ? null : applyVms(before, patch.vms);
  return { vms: { value, problem: vmsProblem }, spend, asOf };
}

function applyVmLogins(
  before: AppState['vmLogins'],
  patch: AppPatch['vmLogins'],
): AppState['vmLogins'] {
  if (Object.keys(patch).length === 0) return before;
  const after = Object.entries({ ...before, ...patch });
  return Object.fromEntries(after.flatMap(([key, login]) => (login ? [[key, login]] : [])));
}

function applySnapshots(
  before: AppState['snapshots'],
  patch: AppPatch['snapshots'],
): AppState['snapshots'] {
  if (Object.keys(patch).length === 0) return before;
  const snapshots = { ...before };
  for (const [id, snapshotPatch] of Object.entries(patch)) {
    const snapshot = applySnapshot(snapshots[id], snapshotPatch);
    if (snapshot === null) delete snapshots[id];
    else snapshots[id] = snapshot;
  }
  return snapshots;
}

/** The state after a patch. Unchanged VMs keep their objects. */
export function applyAppPatch(state: AppState, patch: AppPatch): AppState {
  return {
    ...state,
    ...patch.slices,
    snapshots: applySnapshots(state.snapshots, patch.snapshots),
    vmLogins: applyVmLogins(state.vmLogins, patch.vmLogins),
  };
}
