import type { AppAccount } from '../accounts/accounts-slice.ts';
import type { VmOperation } from '../domain/service-profile.ts';
import type { Vm } from '../domain/vm.ts';
import { type OperationsSlice, operationLabel, vmOperations } from '../operations/operations.ts';
import { pendingLabel } from '../operations/pending.ts';
import { type Copyable, type FoundProgram, vmKey } from '../ssh/ssh-state.ts';
import { type LoginMeans, type LoginWays, loginWays } from './login-ways.ts';

/** The most used actions, which the tray has too. */
export type QuickVmAction =
  | { readonly kind: 'copy'; readonly what: Copyable }
  | { readonly kind: 'openTerminal' }
  | { readonly kind: 'openEditor'; readonly editor: FoundProgram }
  /** Opens its confirmation. */
  | { readonly kind: 'confirm'; readonly operation: VmOperation }
  | { readonly kind: 'showVm' };

export type VmAction =
  | QuickVmAction
  | { readonly kind: 'openConsole' }
  | { readonly kind: 'mute'; readonly isMuted: boolean };

export interface VmMenuEntry<Action = VmAction> {
  readonly label: string;
  /** Null: an informational item that cannot be chosen. */
  readonly action: Action | null;
}

type VmMenuState = LoginMeans & OperationsSlice;
type QuickEntry = VmMenuEntry<QuickVmAction>;
type QuickEntries = readonly QuickEntry[];

const entry = (label: string, action: QuickEntry['action']): QuickEntry => ({ label, action });
const copyEntry = (label: string, what: Copyable) => entry(label, { kind: 'copy', what });

function loginEntries(offers: LoginWays, isQuick: boolean): QuickEntries {
  const { obstacle, notRunning, hasTerminal, editors, isShellOnly } = offers;
  const copyIp = isQuick || isShellOnly ? [] : [copyEntry('Copy IP', 'address')];
  if (obstacle !== null) return [entry(obstacle, null)];
  if (notRunning !== null) return [entry(notRunning, null), ...copyIp];
  return [
    copyEntry('Copy SSH command', 'ssh'),
    ...copyIp,
    ...(hasTerminal ? [entry('Open in terminal', { kind: 'openTerminal' })] : []),
    ...(isQuick ? editors.slice(0, 1) : editors).map((editor) =>
      entry(`Open in ${editor.name}`, { kind: 'openEditor', editor }),
    ),
    ...(isQuick || isShellOnly ? [] : [copyEntry('Copy scp command', 'scp')]),
  ];
}

function operationEntries(app: OperationsSlice, account: AppAccount, vm: Vm): QuickEntries {
  const pending = app.operations[vmKey(account.id, vm.id)];
  const isRefused = app.refusedWrites[account.id] !== undefined;
  // Destroy is in the details only.
  const offered = vmOperations(app, account, vm).filter((operation) => operation !== 'destroy');
  return [
    ...(pending === undefined ? [] : [entry(pendingLabel(pending), null)]),
    ...offered.map((operation) =>
      entry(`${operationLabel(operation, vm)}…`, isRefused ? null : { kind: 'confirm', operation }),
    ),
    ...(isRefused && offered.length > 0 ? [entry('Key can’t change VMs (403)', null)] : []),
  ];
}

function quickEntries(app: VmMenuState, account: AppAccount, vm: Vm, isQuick: boolean) {
  return [
    ...loginEntries(loginWays(app, account, vm), isQuick),
    ...operationEntries(app, account, vm),
  ];
}

/** The submenu of a VM in the tray, which opens the first editor only. */
export function quickVmMenu(app: VmMenuState, account: AppAccount, vm: Vm): QuickEntries {
  return quickEntries(app, account, vm, true);
}

export function vmMenu(app: VmMenuState, account: AppAccount, vm: Vm): readonly VmMenuEntry[] {
  const isMuted = app.preferences.mutedVms.includes(vmKey(account.id, vm.id));
  const openConsole: VmMenuEntry = { label: 'Open console', action: { kind: 'openConsole' } };
  return [
    ...quickEntries(app, account, vm, false),
    ...(account.consoleUrl === null ? [] : [openConsole]),
    entry('Details', { kind: 'showVm' }),
    {
      label: isMuted ? 'Unmute alerts' : 'Mute alerts',
      action: { kind: 'mute', isMuted: !isMuted },
    },
  ];
}

/** The actions of `vmMenu` that the VM's details do not show, and Destroy last. */
export function detailsMenu(app: VmMenuState, account: AppAccount, vm: Vm): readonly VmMenuEntry[] {
  const isInMenu = ({ action }: VmMenuEntry) =>
    action?.kind === 'copy'
      ? action.what !== 'ssh'
      : ['openEditor', 'openConsole', 'mute'].includes(action?.kind ?? '');
  const isRefused = app.refusedWrites[account.id] !== undefined;
  const canDestroy = vmOperations(app, account, vm).includes('destroy');
  const destroy = entry(
    `${operationLabel('destroy', vm)}…`,
    isRefused ? null : { kind: 'confirm', operation: 'destroy' },
  );
  return [...vmMenu(app, account, vm).filter(isInMenu), ...(canDestroy ? [destroy] : [])];
}
