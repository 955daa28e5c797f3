import { type AppState, vmKey } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm } from '../../copying.ts';
import { go } from '../../navigation.ts';
import { openVm } from '../../opening.ts';
import type { MenuItem } from '../../ui/index.ts';
import { offersIn, type VmOffers } from './vm-offers.ts';

function loginItems(
  { obstacle, hasTerminal, editors, hasNotebook }: VmOffers,
  target: { readonly accountId: string; readonly vmId: string },
): readonly MenuItem[] {
  if (obstacle !== null) return [{ words: obstacle, onChoose: null }];
  const copy = (words: string, what: 'ssh' | 'address' | 'scp' | 'tunnel'): MenuItem => ({
    words,
    onChoose: () => void copyFromVm({ ...target, what }),
  });
  const terminal: MenuItem = {
    words: 'Open in terminal',
    onChoose: () => void openVm(target, { kind: 'terminal' }),
  };
  return [
    copy('Copy SSH command', 'ssh'),
    copy('Copy IP', 'address'),
    ...(hasTerminal ? [terminal] : []),
    ...editors.map(
      (editor): MenuItem => ({
        words: `Open in ${editor.name}`,
        onChoose: () => void openVm(target, { kind: 'editor', editor }),
      }),
    ),
    copy('Copy scp command', 'scp'),
    ...(hasNotebook ? [copy('Copy notebook tunnel', 'tunnel')] : []),
  ];
}

/** What can be done with a VM: the same, in the same words, as in the tray's menu. */
export function rowMenuItems(app: AppState, accountId: string, vm: Vm): readonly MenuItem[] {
  const account = app.accounts.find(({ id }) => id === accountId);
  if (account === undefined) return [];
  const target = { accountId, vmId: vm.id };
  const offers = offersIn(app, account, vm);
  const showDetails = () => go({ kind: 'vm', ...target });
  const openConsole = () => void openVm(target, { kind: 'console' });
  const isKeyChanged = Boolean(app.vmLogins[vmKey(accountId, vm.id)]?.changedKey);
  return [
    ...(isKeyChanged ? [{ words: 'Host key changed…', onChoose: showDetails }] : []),
    ...loginItems(offers, target),
    ...(offers.hasConsole ? [{ words: 'Open console', onChoose: openConsole }] : []),
    { words: 'Details', onChoose: showDetails },
  ];
}
