import type { AutoStopLimit, ShownAutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../../shared/auto-stop/on-vm.ts';
import { autoStopText } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { isChanging } from '../../../shared/domain/vm.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';
import { autoStopEffect, stopEffects } from '../../../shared/operations/operation-texts.ts';
import { stopLackOf } from '../../../shared/providers/providers.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { bridge } from '../../bridge.ts';
import { useApp, type VmTarget } from '../../store.ts';
import { Button, RefusalText, useMinute, useRequest } from '../../ui/index.ts';
import { type VmOfAccount, VmSection } from '../vms/vm-section.tsx';
import { messages } from './messages.ts';
import { OnVm } from './on-vm.tsx';
import { StopLater } from './stop-later.tsx';

/** Adds an hour to a time; idle and spend limits restart when they are set again. */
function extended(limit: AutoStopLimit, now: number): AutoStopLimit {
  return limit.kind === 'time' ? { kind: 'time', at: Math.max(limit.at, now) + HOUR_MS } : limit;
}

interface SetAutoStopProps {
  readonly target: VmTarget;
  readonly autoStop: ShownAutoStop;
  readonly lack: string | null;
  readonly isKeyUntried: boolean;
  /** The VM can stop itself. */
  readonly hasOnVm: boolean;
}

/** The auto-stop that is set, or that the VM may still keep. */
function SetAutoStop({ target, autoStop, lack, isKeyUntried, hasOnVm }: SetAutoStopProps) {
  const { limit, armed, onVm = false, from } = autoStop;
  const now = useMinute();
  const hideAmounts = useApp((app) => app.preferences.hideAmounts);
  const { isBusy, refusal, ask } = useRequest();
  const set = (when: string | null) => void ask(bridge.setAutoStop({ ...target, when }));
  const arm = (isOn: boolean) => void ask(bridge.armAutoStop({ ...target, isOn }));
  const isDue = limit.kind === 'time' && limit.at <= now;
  const meaning = autoStopEffect(autoStop, lack, now, hideAmounts, isKeyUntried);
  const removal = from === 'default' ? messages.keepRunning : messages.remove(lack === null);
  const wanted = armed ? armed.wanted : limit;
  return (
    <>
      <p>{isDue && !armed && lack === null ? messages.due : meaning}</p>
      {from === 'default' && <p className="text-quiet">{messages.fromDefault}</p>}
      {wanted !== null && (hasOnVm || onVm) && <OnVm isBusy={isBusy} isOn={onVm} onChange={arm} />}
      <div className="flex flex-wrap gap-2">
        {wanted !== null && (
          <Button
            isBusy={isBusy}
            label={messages.extend(wanted.kind)}
            onClick={() => set(autoStopText(extended(wanted, now), now))}
          />
        )}
        <Button
          isBusy={isBusy}
          label={wanted === null ? messages.clear : removal}
          onClick={() => set(null)}
        />
      </div>
      <RefusalText refusal={refusal} />
    </>
  );
}

/** The auto-stop of the VM, or a menu to set one; nothing for a VM that is stopping or gone. */
export function AutoStopSection({ vm, account }: VmOfAccount) {
  const key = vmKey(account.id, vm.id);
  const autoStop = useApp(({ autoStops }) => autoStops[key]);
  const operation = useApp(({ operations }) => operations[key]);
  const hideAmounts = useApp((app) => app.preferences.hideAmounts);
  const phase = vm.phase;
  const isOn = phase === 'running' || isChanging(phase);
  const isEnding =
    phase === 'stopping' || (operation?.isOverdue === false && operation.operation !== 'start');
  if (phase === 'destroyed' || isEnding || (autoStop === undefined && !isOn)) return null;
  const lack = stopLackOf(account);
  const canStop = lack === null;
  const target = { accountId: account.id, vmId: vm.id };
  const losses = canStop ? stopEffects(vm, hideAmounts) : [];
  // A reminder stays one where the VM could be stopped.
  const shownLack = autoStop?.kind === 'reminder' ? (lack ?? messages.remindsOnly) : null;
  const hasOnVm = canStop && shownLack === null && onVmObstacle(vm, account, null) === null;
  const isOthers = autoStop?.armed?.by !== undefined && autoStop.armed.wanted === null;
  return (
    <VmSection className="grid grid-cols-[minmax(0,1fr)] gap-2" title={messages.title}>
      {autoStop !== undefined && (
        <SetAutoStop
          autoStop={autoStop}
          hasOnVm={hasOnVm}
          isKeyUntried={account.isKeyUntried === true}
          lack={shownLack}
          target={target}
        />
      )}
      {(autoStop === undefined || isOthers) && (
        <StopLater canStop={canStop} hasOnVm={hasOnVm} losses={losses} target={target} vm={vm} />
      )}
      {losses.length > 0 && <p className="text-quiet">{losses.join(' ')}</p>}
    </VmSection>
  );
}
