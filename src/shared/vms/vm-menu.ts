import type { AppAccount } from '../accounts/accounts-slice.ts';
import type { VmOperation } from '../domain/service-profile.ts';
import type { Vm } from '../domain/vm.ts';
import { type OperationsSlice, operationLabel, vmOperations } from '../operations/operations.ts';
import { pendingLabel } from '../operations/pending.ts';
import { type Copyable, type VmRef, vmKey } from '../ssh/ssh-state.ts';
import { type LoginMeans, type LoginWays, loginWays } from './login-ways.ts';

/** The request that copies from a VM or opens it. The console belongs to the account. */
export type VmAct =
  | { readonly kind: 'copyFromVm'; readonly input: VmRef & { readonly what: Copyable } }
  | { readonly kind: 'openTerminal'; readonly input: VmRef }
  | { readonly kind: 'openEditor'; readonly input: VmRef & { readonly editor: string } }
  | { readonly kind: 'openConsole'; readonly input: Pick<VmRef, 'accountId'> };

/** A request, or a screen: that of an operation opens its confirmation. */
export type VmAction =
  | VmAct
  | { readonly kind: 'muteVm'; readonly input: VmRef & { readonly isMuted: boolean } }
  | {
      readonly kind: 'openPanel';
      readonly screen: VmRef & { readonly kind: 'vm'; readonly operation?: VmOperation };
    };

export interface VmMenuEntry {
  readonly label: string;
  /** Null: an informational item that cannot be chosen. */
  readonly action: VmAction | null;
}

type VmMenuState = LoginMeans & OperationsSlice;
type Entries = readonly VmMenuEntry[];

const entry = (label: string, action: VmMenuEntry['action']): VmMenuEntry => ({ label, action });
const showVm = (target: VmRef, operation?: VmOperation): VmAction => ({
  kind: 'openPanel',
  screen: { kind: 'vm', ...target, ...(operation && { operation }) },
});

function loginEntries(offers: LoginWays, target: VmRef, isQuick: boolean): Entries {
  const { obstacle, notRunning, hasTerminal, editors, isShellOnly } = offers;
  const copyEntry = (label: string, what: Copyable) =>
    entry(label, { kind: 'copyFromVm', input: { ...target, what } });
  const copyIp = isQuick || isShellOnly ? [] : [copyEntry('Copy IP', 'address')];
  if (obstacle !== null) return [entry(obstacle, null)];
  if (notRunning !== null) return [entry(notRunning, null), ...copyIp];
  return [
    copyEntry('Copy SSH command', 'ssh'),
    ...copyIp,
    ...(hasTerminal ? [entry('Open in terminal', { kind: 'openTerminal', input: target })] : []),
    ...(isQuick ? editors.slice(0, 1) : editors).map(({ id, name }) =>
      entry(`Open in ${name}`, { kind: 'openEditor', input: { ...target, editor: id } }),
    ),
    ...(isQuick || isShellOnly ? [] : [copyEntry('Copy scp command', 'scp')]),
  ];
}

const operationEntry = (operation: VmOperation, { id }: AppAccount, vm: Vm, isRefused: boolean) =>
  entry(
    `${operationLabel(operation, vm)}…`,
    isRefused ? null : showVm({ accountId: id, vmId: vm.id }, operation),
  );

function operationEntries(app: OperationsSlice, account: AppAccount, vm: Vm): Entries {
  const pending = app.operations[vmKey(account.id, vm.id)];
  const isRefused = app.refusedWrites[account.id] !== undefined;
  // Destroy is in the details only.
  const offered = vmOperations(app, account, vm).filter((operation) => operation !== 'destroy');
  return [
    ...(pending === undefined ? [] : [entry(pendingLabel(pending), null)]),
    ...offered.map((operation) => operationEntry(operation, account, vm, isRefused)),
    ...(isRefused && offered.length > 0 ? [entry('Key can’t change VMs (403)', null)] : []),
  ];
}

/** The submenu of a VM in the tray, which opens the first editor only. */
export function quickVmMenu(app: VmMenuState, account: AppAccount, vm: Vm, isQuick = true) {
  const target = { accountId: account.id, vmId: vm.id };
  return [
    ...loginEntries(loginWays(app, account, vm), target, isQuick),
    ...operationEntries(app, account, vm),
  ];
}

export function vmMenu(app: VmMenuState, account: AppAccount, vm: Vm): Entries {
  const target = { accountId: account.id, vmId: vm.id };
  const isMuted = app.preferences.mutedVms.includes(vmKey(account.id, vm.id));
  const console = { kind: 'openConsole', input: { accountId: account.id } } as const;
  return [
    ...quickVmMenu(app, account, vm, false),
    ...(account.consoleUrl === null ? [] : [entry('Open console', console)]),
    entry('Details', showVm(target)),
    entry(isMuted ? 'Unmute alerts' : 'Mute alerts', {
      kind: 'muteVm',
      input: { ...target, isMuted: !isMuted },
    }),
  ];
}

/** The actions of `vmMenu` that the VM's details do not show, and Destroy last. */
export function detailsMenu(app: VmMenuState, account: AppAccount, vm: Vm): Entries {
  const isInMenu = ({ action }: VmMenuEntry) =>
    action?.kind === 'copyFromVm'
      ? action.input.what !== 'ssh'
      : ['openEditor', 'openConsole', 'muteVm'].includes(action?.kind ?? '');
  const isRefused = app.refusedWrites[account.id] !== undefined;
  const canDestroy = vmOperations(app, account, vm).includes('destroy');
  const destroy = operationEntry('destroy', account, vm, isRefused);
  return [...vmMenu(app, account, vm).filter(isInMenu), ...(canDestroy ? [destroy] : [])];
}
