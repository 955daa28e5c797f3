import {
  type AppAccount,
  type VmLogin,
  type VmOffers,
  vmKey,
  vmOffers,
} from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm } from '../../copy-from-vm.ts';
import { go, goToSettings } from '../../navigation.ts';
import { openVm } from '../../open-vm.ts';
import { useApp } from '../../store.ts';
import { Button, useShortcuts } from '../../ui/index.ts';
import { CopyAction, OpenAction } from './action-buttons.tsx';
import { messages } from './messages.ts';

/** SSH access to the VM; undefined: not known yet. */
export function useVmLogin(accountId: string, vmId: string): VmLogin | undefined {
  return useApp(({ vmLogins }) => vmLogins[vmKey(accountId, vmId)]);
}

/** The actions available for the VM. */
export function useVmOffers(vm: Vm, account: AppAccount): VmOffers {
  const ssh = useApp((app) => app.ssh);
  const preferences = useApp((app) => app.preferences);
  const vmLogins = useApp((app) => app.vmLogins);
  return vmOffers({ ssh, preferences, vmLogins }, account, vm);
}

interface VmActionsProps {
  readonly vm: Vm;
  readonly account: AppAccount;
}

/** The main actions, and what to set up for the missing ones. */
export function VmActions({ vm, account }: VmActionsProps) {
  const { obstacle, notRunning, hasTerminal, hasConsole } = useVmOffers(vm, account);
  const target = { accountId: account.id, vmId: vm.id };
  const hasAddress = obstacle === null;
  useShortcuts({
    ...(hasAddress && { copy: () => void copyFromVm({ ...target, what: 'ssh' }) }),
    ...(hasAddress && hasTerminal && { terminal: () => void openVm(target, { kind: 'terminal' }) }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-3">
      <div className="flex flex-wrap items-start gap-2">
        {hasAddress && hasTerminal && (
          <OpenAction
            hint={messages.openTerminalHint}
            isPrimary
            label={messages.openTerminal}
            opener={{ kind: 'terminal' }}
            target={target}
          />
        )}
        {hasAddress && <CopyAction {...messages.copySsh} target={{ ...target, what: 'ssh' }} />}
        {hasConsole && (
          <OpenAction label={messages.openConsole} opener={{ kind: 'console' }} target={target} />
        )}
      </div>
      {hasAddress && notRunning === null && !hasTerminal && (
        <p className="text-quiet text-small">
          {messages.noTerminal}{' '}
          <Button onClick={() => goToSettings('sshPrograms')} tone="link">
            {messages.chooseTerminal}
          </Button>
        </p>
      )}
      {!hasConsole && (
        <p className="text-quiet text-small">
          {messages.noConsole}{' '}
          <Button onClick={() => go({ kind: 'accounts' })} tone="link">
            {messages.addConsole}
          </Button>
        </p>
      )}
    </div>
  );
}
