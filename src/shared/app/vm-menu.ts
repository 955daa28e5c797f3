import type { Vm } from '../domain/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { type Copyable, type FoundProgram, vmKey } from './ssh-state.ts';
import { type VmOffers, vmOffersIn } from './vm-offers.ts';

/** What somebody wants of a VM. */
export type VmWish =
  | { readonly kind: 'copy'; readonly what: Copyable }
  | { readonly kind: 'openTerminal' }
  | { readonly kind: 'openEditor'; readonly editor: FoundProgram }
  | { readonly kind: 'openConsole' }
  | { readonly kind: 'showVm' };

/** A line of a VM's menu. */
export interface VmMenuEntry {
  readonly words: string;
  /** Null: to be read, not chosen. */
  readonly wish: VmWish | null;
}

function loginEntries({
  obstacle,
  notRunning,
  hasTerminal,
  editors,
  hasNotebook,
}: VmOffers): readonly VmMenuEntry[] {
  if (obstacle !== null) return [{ words: obstacle, wish: null }];
  const copy = (words: string, what: Copyable): VmMenuEntry => ({
    words,
    wish: { kind: 'copy', what },
  });
  const terminal: VmMenuEntry = { words: 'Open in terminal', wish: { kind: 'openTerminal' } };
  return [
    ...(notRunning === null ? [] : [{ words: notRunning, wish: null }]),
    copy('Copy SSH command', 'ssh'),
    copy('Copy IP', 'address'),
    ...(hasTerminal ? [terminal] : []),
    ...editors.map(
      (editor): VmMenuEntry => ({
        words: `Open in ${editor.name}`,
        wish: { kind: 'openEditor', editor },
      }),
    ),
    copy('Copy scp command', 'scp'),
    ...(hasNotebook ? [copy('Copy notebook tunnel', 'tunnel')] : []),
  ];
}

/** What can be done with a VM: one menu, in the tray and at the VM's row. */
export function vmMenu(
  app: Pick<AppState, 'vmLogins' | 'ssh' | 'preferences'>,
  account: AppAccount,
  vm: Vm,
): readonly VmMenuEntry[] {
  const offers = vmOffersIn(app, account, vm);
  const isKeyChanged = Boolean(app.vmLogins[vmKey(account.id, vm.id)]?.changedKey);
  const show = { kind: 'showVm' } as const;
  return [
    ...(isKeyChanged ? [{ words: 'Host key changed…', wish: show }] : []),
    ...loginEntries(offers),
    ...(offers.hasConsole
      ? [{ words: 'Open console', wish: { kind: 'openConsole' } as const }]
      : []),
    { words: 'Details', wish: show },
  ];
}
