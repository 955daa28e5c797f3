import { useEffect } from 'react';
import { isChanging, noteSentence, vmName } from '../../../shared/domain/vm.ts';
import { capitalized } from '../../../shared/format/index.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import { launchedRate } from '../../../shared/launch/launch-rate.ts';
import { offeredGpus, offeredPlace } from '../../../shared/launch/launch-texts.ts';
import { dearerText } from '../../../shared/launch/outcome-texts.ts';
import { operationLabel, vmOperations } from '../../../shared/operations/operations.ts';
import { findVm } from '../../../shared/state/index.ts';
import { bridge, go, useApp, useHiding, useVm, type VmOfAccount } from '../../store.ts';
import { Button, Money, RequestButton, StatusMark, stopwatch, useSecond } from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';
import { AutoStopLine } from '../auto-stop/stop-later.tsx';
import { ActStatus, LoginSection, TerminalButton, useLoginWays } from '../ssh/login-section.tsx';

interface ProgressProps {
  readonly launch: CurrentLaunch;
}

type StateProps = ProgressProps & ReturnType<typeof useLaunchedVm>;

function stateText({ launch: { phase }, vm, isGone, isReady }: StateProps): string {
  if (phase === 'sending') return 'Creating…';
  if (phase === 'checking') return 'Looking for the VM in the list…';
  if (phase === 'unknown') return 'A VM may have been created';
  if (vm === undefined)
    return isGone ? 'The VM is no longer in the list.' : 'Created. Waiting for the list of VMs…';
  if (isReady) return 'Ready to log in';
  if (vm.phase === 'running') return 'Running. SSH is not ready yet…';
  return `${capitalized(vm.status)}${isChanging(vm.phase) ? '…' : ''}`;
}

function State(props: StateProps) {
  const { launch, vm, isGone, isReady } = props;
  const now = useSecond();
  const ofVm = vm?.phase ?? (isGone ? 'destroyed' : 'creating');
  const phase = launch.phase === 'unknown' ? 'unknown' : ofVm;
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

function ReadyActions(own: VmOfAccount) {
  const { target } = own;
  const { hasTerminal } = useLoginWays(own.vm, own.account);
  return (
    <>
      <LoginSection {...own} />
      <div className="flex flex-wrap gap-2">
        {hasTerminal && <TerminalButton target={target} />}
        <ActStatus target={target} />
      </div>
    </>
  );
}

/** The warning about a rate that is higher than confirmed. Nothing is stopped unasked. */
function Dearer({ launch, vm, account }: ProgressProps & VmOfAccount) {
  const hide = useHiding();
  const operations = useApp((app) => app.operations);
  const { accountId, order, confirmedPerHour } = launch;
  const warning = dearerText(vm, order.offer, confirmedPerHour);
  const offered = vmOperations({ operations }, account, vm);
  const operation = offered.includes('stop') ? 'stop' : 'destroy';
  if (warning === null) return null;
  return (
    <div className="grid gap-2" role="alert">
      <p className="text-amber">{hide(warning)}</p>
      <div className="flex flex-wrap gap-2">
        {offered.includes(operation) && (
          <Button
            label={`${operationLabel(operation, vm)}…`}
            onClick={() => go({ kind: 'vm', accountId, vmId: vm.id, operation })}
            tone="danger"
          />
        )}
        <RequestButton label="Keep" request={() => bridge.acceptRate()} tone="plain" />
      </div>
    </div>
  );
}

/** Possible VMs of a launch, each with its details, and the end of the launch by the user, who has looked at the console. */
function Unknown({ launch: { accountId, vmIds } }: ProgressProps) {
  const snapshots = useApp((app) => app.snapshots);
  const found = vmIds.flatMap((vmId) => findVm({ snapshots }, { accountId, vmId }) ?? []);
  return (
    <>
      <div>
        <ConsoleLink accountId={accountId} />
      </div>
      <div className="flex flex-wrap gap-2">
        {found.map((vm) => (
          <Button
            key={vm.id}
            label={vmName(vm)}
            onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })}
          />
        ))}
        <RequestButton
          label="Forget this launch"
          request={() => bridge.dismissLaunch()}
          tone="plain"
        />
      </div>
    </>
  );
}

/** The VM of a launch; `vm` is undefined while it is not in the list. */
function useLaunchedVm({ accountId, vmIds: [vmId = ''] }: CurrentLaunch) {
  const listed = useVm({ accountId, vmId });
  const vm = listed?.vm;
  const { vmSshAccess, recentEvents, snapshots } = useApp((app) => app);
  // Only VMs that were listed have events.
  const wasListed = recentEvents.some(
    (event) => event.kind === 'vm' && event.accountId === accountId && event.vmId === vmId,
  );
  const { isComplete = false, skipped = 0 } = snapshots[accountId]?.vms.value ?? {};
  const isGone = vm === undefined && wasListed && isComplete && skipped === 0;
  const login = vmSshAccess[listed?.vmKey ?? ''];
  const isReady = login?.reach === 'ready' && vm?.phase === 'running';
  return { listed, vm, isGone, isReady, note: noteSentence(vm ?? {}) };
}

function CanClose() {
  const isNotified = useApp(({ preferences }) => preferences.notifyReady);
  return (
    <p className="text-quiet text-small">
      You can close this panel.{isNotified && ' GPU Tray notifies you when it is ready.'}
    </p>
  );
}

const focusTitle = () => document.querySelector('h1')?.focus();

export function Progress({ launch }: ProgressProps) {
  const { accountId, order, text, phase } = launch;
  const launched = useLaunchedVm(launch);
  const { listed, isGone, isReady, note } = launched;
  const hide = useHiding();
  const isUnknown = phase === 'unknown';
  // The button with the focus comes and goes with this.
  useEffect(() => {
    focusTitle();
    return focusTitle;
  }, []);
  const own = listed === undefined || isUnknown ? null : listed;
  const rate = (own && launchedRate(own.vm)) ?? launch.confirmedPerHour;
  const said = text.message ?? note;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="min-w-0 font-semibold text-title break-words">
          {own === null ? (order.name ?? 'New VM') : vmName(own.vm)}
        </h2>
        {rate !== null && !isGone && (
          <p className="shrink-0 font-semibold text-title">
            <Money amount={rate} per="h" />
          </p>
        )}
      </div>
      <p className="text-quiet text-small">
        {offeredGpus(order.offer)} · {offeredPlace(order.offer)}
      </p>
      <State launch={launch} {...launched} />
      {said !== null && (
        <p className="select-text">
          <span className={isUnknown || text.message === null ? 'text-amber' : ''}>
            {hide(said)}
          </span>{' '}
          {text.action}
        </p>
      )}
      {isUnknown && <Unknown launch={launch} />}
      {own !== null && <Dearer {...own} launch={launch} />}
      {own !== null && isReady && <ReadyActions {...own} />}
      {own !== null && <AutoStopLine {...own} />}
      {!isReady && !isGone && !isUnknown && <CanClose />}
      {phase === 'launched' && (
        <div className="flex flex-wrap gap-2 pt-1">
          {own !== null && (
            <Button
              label="Details"
              onClick={() => go({ kind: 'vm', accountId, vmId: own.vm.id })}
            />
          )}
          <Button label="Launch another…" onClick={() => bridge.dismissLaunch()} />
        </div>
      )}
    </div>
  );
}
