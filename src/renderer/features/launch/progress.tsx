import { isChanging, type Vm, vmName } from '../../../shared/domain/vm.ts';
import { isVmMissing } from '../../../shared/domain/vm-missing.ts';
import { draftText } from '../../../shared/domain/vm-order.ts';
import type { Launch } from '../../../shared/launch/launch.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { COPY_SSH, OPEN_TERMINAL } from '../../act-results.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useAccount, useApp, useListedVm, type VmOfAccount } from '../../store.ts';
import { Button, Money, StatusMark, stopwatch, useSecond } from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';
import { AutoStopLine, StopLater } from '../auto-stop/stop-later.tsx';
import { useLoginWays } from '../ssh/login-section.tsx';
import { ActButton } from '../vms/action-buttons.tsx';
import { hasWeb, messages } from './messages.ts';
import type { DraftPrice } from './price.tsx';

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
  if (vm.phase === 'running') return messages.notReady;
  const status = messages.status(vm.status);
  return isChanging(vm.phase) ? `${status}…` : status;
}

/** The state of the launch, with the time since the request while it is under way. */
function State(props: StateProps) {
  const { launch, vm, isGone, isReady } = props;
  const now = useSecond();
  const phase = vm?.phase ?? (isGone ? 'destroyed' : 'creating');
  const isUnderWay = !isReady && (isChanging(phase) || phase === 'running');
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

/** The VM's rate, $/h; null: unknown. */
const rateOf = (vm: Vm | null, price: DraftPrice) =>
  vm?.rates.running?.perHour ?? (typeof price === 'string' ? null : price.perHour);

/** The ways to use a VM that accepts logins, and its end. */
function ReadyActions({ vm, account }: VmOfAccount) {
  const { hasTerminal } = useLoginWays(vm, account);
  const target = { accountId: account.id, vmId: vm.id };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {hasTerminal && (
          <ActButton act={OPEN_TERMINAL} isPrimary label={messages.openTerminal} target={target} />
        )}
        <ActButton act={COPY_SSH} label={messages.copySsh} target={target} />
        <StopLater account={account} vm={vm} />
      </div>
      <AutoStopLine account={account} vm={vm} />
    </>
  );
}

interface ProgressProps {
  readonly launch: Launch;
  readonly price: DraftPrice;
}

/** A launch from the request until the VM accepts logins. */
export function Progress({ launch, price }: ProgressProps) {
  const { accountId, vmId, draft, failure } = launch;
  const vm = useListedVm(accountId, vmId) ?? null;
  const account = useAccount(accountId);
  const isNotified = useApp(({ preferences }) => preferences.notifyReady);
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
  const isReady = login?.reach === 'ready' && vm !== null && vm.phase === 'running';
  const rate = isGone ? null : rateOf(vm, price);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <p className="min-w-0 font-semibold text-title break-words">
          {vm === null ? draftText(draft) : vmName(vm)}
        </p>
        {rate !== null && (
          <p className="shrink-0 font-semibold text-title">
            <Money amount={rate} per="h" />
          </p>
        )}
      </div>
      {vm !== null && <p className="text-quiet text-small">{draftText(draft)}</p>}
      {failure.message !== null && <p className="select-text">{failure.message}</p>}
      <State isGone={isGone} isReady={isReady} launch={launch} vm={vm} />
      {!isReady && !isGone && (
        <p className="text-quiet text-small">{messages.canClose(isNotified)}</p>
      )}
      {isReady && account !== undefined && <ReadyActions account={account} vm={vm} />}
      {vmId !== null && !isGone && hasWeb(draft.template) && (
        <div className="text-quiet text-small">
          {messages.web} <ConsoleLink accountId={accountId} />
        </div>
      )}
      {vmId !== null && (
        <div className="flex flex-wrap gap-2 pt-1">
          {vm !== null && (
            <Button
              label={messages.details}
              onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })}
            />
          )}
          <Button label={messages.another} onClick={() => answerOf(bridge.dismissLaunch())} />
        </div>
      )}
    </div>
  );
}
