import type { AppAccount } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm } from '../../copy-from-vm.ts';
import { go, goToSettings } from '../../navigation.ts';
import { openVm } from '../../open-vm.ts';
import { Button, useShortcuts } from '../../ui/index.ts';
import { CopyAction } from './copy-action.tsx';
import { OpenAction } from './open-action.tsx';
import { useVmOffers } from './use-vm-offers.ts';

interface VmActionsProps {
  readonly vm: Vm;
  readonly account: AppAccount;
}

/** What one comes for: to log in. And why not, where something cannot be done. */
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
            hint="Open in terminal (O)"
            isPrimary
            opener={{ kind: 'terminal' }}
            target={target}
            words="Open in terminal"
          />
        )}
        {hasAddress && (
          <CopyAction
            fullWords="Copy SSH command"
            target={{ ...target, what: 'ssh' }}
            words="Copy SSH"
          />
        )}
        {hasConsole && (
          <OpenAction opener={{ kind: 'console' }} target={target} words="Open console" />
        )}
      </div>
      {hasAddress && notRunning === null && !hasTerminal && (
        <p className="text-quiet text-small">
          No terminal was found on this computer.{' '}
          <Button onClick={() => goToSettings('sshPrograms')} tone="link">
            Name one
          </Button>
        </p>
      )}
      {!hasConsole && (
        <p className="text-quiet text-small">
          No console link yet.{' '}
          <Button onClick={() => go({ kind: 'accounts' })} tone="link">
            Set its address
          </Button>
        </p>
      )}
    </div>
  );
}
