import type { Vm } from '../domain/index.ts';
import type { AccountPicture, AppState } from './app-state.ts';
import type { VmLogin } from './ssh-state.ts';

/** The VMs of a picture that changed, so that one change in 500 VMs is one VM on its way and one row drawn. */
export interface VmsPatch {
  /** New and changed ones. */
  readonly changed: readonly Vm[];
  /** All ids in order where the list itself changed; null where only its members did. */
  readonly order: readonly string[] | null;
  readonly skipped: number;
}

/**
 * How one account's picture changed. `noVms`: there is no list, not heard of yet or refused; `gone`: nor is there an account.
 */
export type PicturePatch =
  | { readonly kind: 'vms'; readonly rest: PictureRest; readonly vms: VmsPatch }
  | { readonly kind: 'noVms'; readonly rest: PictureRest }
  | { readonly kind: 'gone' };

/** A picture without the VMs themselves. */
export type PictureRest = Pick<AccountPicture, 'spend' | 'asOf'> & {
  readonly vmsProblem: AccountPicture['vms']['problem'];
};

type Slices = Omit<AppState, 'pictures' | 'vmLogins'>;

/** What changed between two states; the slices that did not are absent. */
export interface AppPatch {
  readonly slices: Partial<Slices>;
  readonly pictures: Readonly<Record<string, PicturePatch>>;
  /** By `vmKey`, those that changed; null: gone. */
  readonly vmLogins: Readonly<Record<string, VmLogin | null>>;
}

function patchVms(before: AccountPicture | undefined, after: AccountPicture): PicturePatch {
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

/** What to send so that a copy of `before` becomes `after`; null when nothing changed. Compares by identity. */
export function diffAppState(before: AppState, after: AppState): AppPatch | null {
  const changed = SLICES.filter((name) => before[name] !== after[name]);
  const slices: Partial<Slices> = Object.fromEntries(changed.map((name) => [name, after[name]]));
  const pictures: Record<string, PicturePatch> = {};
  for (const [id, picture] of Object.entries(after.pictures))
    if (before.pictures[id] !== picture) pictures[id] = patchVms(before.pictures[id], picture);
  for (const id of Object.keys(before.pictures))
    if (!Object.hasOwn(after.pictures, id)) pictures[id] = { kind: 'gone' };
  const vmLogins = diffVmLogins(before.vmLogins, after.vmLogins);
  const isEmpty =
    changed.length === 0 &&
    Object.keys(pictures).length === 0 &&
    Object.keys(vmLogins).length === 0;
  return isEmpty ? null : { slices, pictures, vmLogins };
}

function applyVms(
  before: AccountPicture | undefined,
  patch: VmsPatch,
): AccountPicture['vms']['value'] {
  const vms = new Map((before?.vms.value?.vms ?? []).map((vm) => [vm.id, vm]));
  for (const vm of patch.changed) vms.set(vm.id, vm);
  const order = patch.order ?? [...vms.keys()];
  return { vms: order.flatMap((id) => vms.get(id) ?? []), skipped: patch.skipped };
}

function applyPicture(
  before: AccountPicture | undefined,
  patch: PicturePatch,
): AccountPicture | null {
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

function applyPictures(
  before: AppState['pictures'],
  patch: AppPatch['pictures'],
): AppState['pictures'] {
  if (Object.keys(patch).length === 0) return before;
  const pictures = { ...before };
  for (const [id, picturePatch] of Object.entries(patch)) {
    const picture = applyPicture(pictures[id], picturePatch);
    if (picture === null) delete pictures[id];
    else pictures[id] = picture;
  }
  return pictures;
}

/** The state after a patch. VMs that did not change stay the objects they were. */
export function applyAppPatch(state: AppState, patch: AppPatch): AppState {
  return {
    ...state,
    ...patch.slices,
    pictures: applyPictures(state.pictures, patch.pictures),
    vmLogins: applyVmLogins(state.vmLogins, patch.vmLogins),
  };
}
