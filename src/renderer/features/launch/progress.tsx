import { isVmMissing, type Vm, vmName, vmPhase } from '../../../shared/domain/index.ts';
import type { Launch } from '../../../shared/launch/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useCopyOutcome } from '../../copy-from-vm.ts';
import { go } from '../../navigation.ts';
import { useApp, useListedVm } from '../../store.ts';
import { Button, RefusalText, StatusMark, stopwatch, useSecond } from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';
import { SshCommand } from '../ssh/ssh-command.tsx';
import { hasWeb, messages } from './messages.ts';

interface StateProps {
  readonly launch: Launch;
  /** Null: not in the list. */
  readonly vm: Vm | null;
  readonly isGone: boolean;
  readonly isReady: boolean;
}

function stateText({ launch, vm, isGone, isReady }: StateProps): string {
  if (launch.phase === 'sending') return messages.sending;
  if (launch.phase === 'checking') return messages.checking;
  if (vm === null) return isGone ? messages.gone : messages.waitingForList;
  if (isReady) return messages.ready;
  if (vmPhase(vm.status) === 'running') return messages.notReady;
  const status = messages.status(vm.status);
  return vmPhase(vm.status) === 'changing' ? `${status}…` : status;
}

/** The state of the launch, with the time since the request while it is under way. */
function State(props: StateProps) {
  const { launch, vm, isGone, isReady } = props;
  const now = useSecond();
  const phase = vmPhase(vm?.status ?? (isGone ? 'destroyed' : 'creating'));
  const isUnderWay = !isReady && (phase === 'changing' || phase === 'running');
  return (
    <div className="flex items-center gap-2 py-1">
      <StatusMark phase={phase} />
      <p className="grow font-medium" role="status">
        {stateText(props)}
      </p>
      {isUnderWay && <span className="text-quiet">{stopwatch(now - launch.startedAt)}</span>}
    </div>
  );
}

/** A launch from the request until the VM accepts logins. @param order the order, in one line */
export function Progress({ launch, order }: { readonly launch: Launch; readonly order: string }) {
  const { accountId, vmId, draft, failure } = launch;
  const vm = useListedVm(accountId, vmId) ?? null;
  // Only VMs that were listed have events.
  const isGone = useApp(
    ({ recentEvents, snapshots }) =>
      vmId !== null &&
      isVmMissing(snapshots[accountId], vmId) &&
      recentEvents.some(
        (event) => event.kind === 'vm' && event.accountId === accountId && event.vmId === vmId,
      ),
  );
  const login = useApp(({ vmSshAccess }) => vmSshAccess[vmKey(accountId, vmId ?? '')]);
  const isReady = login?.reach === 'ready';
  const target = { accountId, vmId: vmId ?? '' };
  const copied = useCopyOutcome({ ...target, what: 'ssh' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-quiet">{order}</p>
      {vm !== null && <p className="font-semibold text-title">{vmName(vm)}</p>}
      {failure.message !== null && <p className="select-text">{failure.message}</p>}
      <State isGone={isGone} isReady={isReady} launch={launch} vm={vm} />
      {login?.command != null && vm !== null && vmPhase(vm.status) === 'running' && (
        <SshCommand command={login.command} target={target} />
      )}
      <RefusalText refusal={copied?.refusal ?? null} />
      {vmId !== null && !isGone && hasWeb(draft.template) && (
        <div className="text-quiet text-small">
          {messages.web} <ConsoleLink accountId={accountId} />
        </div>
      )}
      {vmId !== null && (
        <div className="flex flex-wrap gap-2 pt-1">
          {vm !== null && (
            <Button label={messages.details} onClick={() => go({ kind: 'vm', ...target })} />
          )}
          <Button label={messages.another} onClick={() => answerOf(bridge.dismissLaunch())} />
        </div>
      )}
    </div>
  );
}
