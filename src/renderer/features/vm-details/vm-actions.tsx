import type { AppAccount } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { bridge } from '../../bridge.ts';
import { copyFromVm } from '../../copying.ts';
import { go } from '../../navigation.ts';
import { Button, RefusalText, useRequest, useShortcuts } from '../../ui/index.ts';
import { canLogIn } from '../vms/index.ts';
import { CopyAction } from './copy-action.tsx';

interface VmActionsProps {
  readonly vm: Vm;
  readonly account: AppAccount;
}

/** What can be done with the VM, and why not where something cannot. */
export function VmActions({ vm, account }: VmActionsProps) {
  const { isBusy, refusal, ask } = useRequest<void>();
  const accountId = account.id;
  const hasAddress = canLogIn(vm);
  const openConsole = () => void ask(bridge.openConsole({ accountId }));
  const copySsh = () => void copyFromVm({ accountId, vmId: vm.id, what: 'ssh' });
  useShortcuts({
    ...(hasAddress && { copy: copySsh }),
    ...(account.consoleUrl !== null && { console: openConsole }),
  });
  return (
    <div className="grid gap-2 pb-3">
      <div className="flex flex-wrap items-start gap-2">
        {hasAddress && (
          <>
            <CopyAction
              target={{ accountId, vmId: vm.id, what: 'ssh' }}
              fullWords="Copy SSH command"
              words="Copy SSH"
            />
            <CopyAction
              target={{ accountId, vmId: vm.id, what: 'address' }}
              fullWords="Copy IP address"
              words="Copy IP"
            />
          </>
        )}
        {account.consoleUrl !== null && (
          <Button isBusy={isBusy} onClick={openConsole}>
            Open console
          </Button>
        )}
      </div>
      <RefusalText refusal={refusal} />
      {!hasAddress && <p className="text-quiet text-small">No address to log in to.</p>}
      {account.consoleUrl === null && (
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
