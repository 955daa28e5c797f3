import type { AppAccount } from '../accounts/accounts-slice.ts';
import type { Vm, VmOperation } from '../domain/index.ts';
import {
  OPERATION_LABELS,
  type Operations,
  pendingLabel,
  vmOperations,
} from '../operations/operations.ts';
import { type Copyable, type FoundProgram, vmKey } from '../ssh/ssh-state.ts';
import { type LoginMeans, type VmOffers, vmOffers } from './vm-offers.ts';

export type VmAction =
  | { readonly kind: 'copy'; readonly what: Copyable }
  | { readonly kind: 'openTerminal' }
  | { readonly kind: 'openEditor'; readonly editor: FoundProgram }
  | { readonly kind: 'openConsole' }
  /** Opens its confirmation. */
  | { readonly kind: 'confirm'; readonly operation: VmOperation }
  | { readonly kind: 'mute'; readonly isMuted: boolean }
  | { readonly kind: 'showVm' };

export interface VmMenuEntry {
  readonly label: string;
  /** Null: an informational item that cannot be chosen. */
  readonly action: VmAction | null;
}

const entry = (label: string, action: VmAction | null): VmMenuEntry => ({ label, action });
const copyEntry = (label: string, what: Copyable) => entry(label, { kind: 'copy', what });

function loginEntries({ obstacle, notRunning, hasTerminal, editors }: VmOffers) {
  if (obstacle !== null) return [entry(obstacle, null)];
  if (notRunning !== null) return [entry(notRunning, null), copyEntry('Copy IP', 'address')];
  return [
    copyEntry('Copy SSH command', 'ssh'),
    copyEntry('Copy IP', 'address'),
    ...(hasTerminal ? [entry('Open in terminal', { kind: 'openTerminal' })] : []),
    ...editors.map((editor) => entry(`Open in ${editor.name}`, { kind: 'openEditor', editor })),
    copyEntry('Copy scp command', 'scp'),
  ];
}

function operationEntries(app: Operations, account: AppAccount, vm: Vm) {
  const pending = app.operations[vmKey(account.id, vm.id)];
  const isRefused = app.refusedWrites[account.id] !== undefined;
  const offered = vmOperations(app, account, vm);
  return [
    ...(pending === undefined ? [] : [entry(pendingLabel(pending), null)]),
    ...offered.map((operation) =>
      entry(`${OPERATION_LABELS[operation]}…`, isRefused ? null : { kind: 'confirm', operation }),
    ),
    ...(isRefused && offered.length > 0 ? [entry('Key may not change VMs (403)', null)] : []),
  ];
}

/** The menu of a VM, the same in the tray and in the panel's row menu. */
export function vmMenu(
  app: LoginMeans & Operations,
  account: AppAccount,
  vm: Vm,
): readonly VmMenuEntry[] {
  const offers = vmOffers(app, account, vm);
  const key = vmKey(account.id, vm.id);
  const isMuted = app.preferences.mutedVms.includes(key);
  const isKeyChanged = Boolean(app.vmSshAccess[key]?.changedKey);
  return [
    ...(isKeyChanged ? [entry('Host key changed…', { kind: 'showVm' })] : []),
    ...loginEntries(offers),
    ...operationEntries(app, account, vm),
    ...(offers.hasConsole ? [entry('Open console', { kind: 'openConsole' })] : []),
    entry('Details', { kind: 'showVm' }),
    entry(isMuted ? 'Unmute alerts' : 'Mute alerts', { kind: 'mute', isMuted: !isMuted }),
  ];
}
