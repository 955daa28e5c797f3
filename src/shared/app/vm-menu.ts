import type { Vm } from '../domain/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { type Copyable, type FoundProgram, vmKey } from './ssh-state.ts';
import { type VmOffers, vmOffersIn } from './vm-offers.ts';

/** What a VM menu item does. */
export type VmAction =
  | { readonly kind: 'copy'; readonly what: Copyable }
  | { readonly kind: 'openTerminal' }
  | { readonly kind: 'openEditor'; readonly editor: FoundProgram }
  | { readonly kind: 'openConsole' }
  | { readonly kind: 'showVm' };

/** An item of a VM's menu. */
export interface VmMenuEntry {
  readonly label: string;
  /** Null: an informational item that cannot be chosen. */
  readonly action: VmAction | null;
}

function loginEntries({
  obstacle,
  notRunning,
  hasTerminal,
  editors,
}: VmOffers): readonly VmMenuEntry[] {
  if (obstacle !== null) return [{ label: obstacle, action: null }];
  const copy = (label: string, what: Copyable): VmMenuEntry => ({
    label,
    action: { kind: 'copy', what },
  });
  const terminal: VmMenuEntry = { label: 'Open in terminal', action: { kind: 'openTerminal' } };
  return [
    ...(notRunning === null ? [] : [{ label: notRunning, action: null }]),
    copy('Copy SSH command', 'ssh'),
    copy('Copy IP', 'address'),
    ...(hasTerminal ? [terminal] : []),
    ...editors.map(
      (editor): VmMenuEntry => ({
        label: `Open in ${editor.name}`,
        action: { kind: 'openEditor', editor },
      }),
    ),
    copy('Copy scp command', 'scp'),
  ];
}

/** The menu of a VM, the same in the tray and in the panel's row menu. */
export function vmMenu(
  app: Pick<AppState, 'vmLogins' | 'ssh' | 'preferences'>,
  account: AppAccount,
  vm: Vm,
): readonly VmMenuEntry[] {
  const offers = vmOffersIn(app, account, vm);
  const isKeyChanged = Boolean(app.vmLogins[vmKey(account.id, vm.id)]?.changedKey);
  const show = { kind: 'showVm' } as const;
  return [
    ...(isKeyChanged ? [{ label: 'Host key changed…', action: show }] : []),
    ...loginEntries(offers),
    ...(offers.hasConsole
      ? [{ label: 'Open console', action: { kind: 'openConsole' } as const }]
      : []),
    { label: 'Details', action: show },
  ];
}
