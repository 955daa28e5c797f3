import { type AutoStop, autoStopText } from '../../../shared/auto-stop/index.ts';
import { isChanging } from '../../../shared/domain/index.ts';
import { HOUR_MS, shownCurrency } from '../../../shared/format/index.ts';
import { autoStopEffect, stopEffects } from '../../../shared/operations/index.ts';
import { stopLackOf } from '../../../shared/providers/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp, type VmTarget } from '../../store.ts';
import { Button, RefusalText, useMinute, useRequest } from '../../ui/index.ts';
import { type VmOfAccount, VmSection } from '../vms/vm-section.tsx';
import { messages } from './messages.ts';
import { StopLater } from './stop-later.tsx';

/** Adds an hour to a time; idle and spend limits restart when they are set again. */
function extended(limit: AutoStop['limit'], now: number): AutoStop['limit'] {
  return limit.kind === 'time' ? { kind: 'time', at: Math.max(limit.at, now) + HOUR_MS } : limit;
}

interface SetAutoStopProps {
  readonly target: VmTarget;
  readonly limit: AutoStop['limit'];
  readonly lack: string | null;
  readonly isKeyUntried: boolean;
}

/** The auto-stop that is set. */
function SetAutoStop({ target, limit, lack, isKeyUntried }: SetAutoStopProps) {
  const now = useMinute();
  const currency = useApp((app) => shownCurrency(app.preferences));
  const { isBusy, refusal, ask } = useRequest();
  const set = (when: string | null) => void ask(bridge.setAutoStop({ ...target, when }));
  const isDue = limit.kind === 'time' && limit.at <= now;
  return (
    <>
      <p>{isDue ? messages.due : autoStopEffect(limit, lack, now, currency, isKeyUntried)}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          isBusy={isBusy}
          label={messages.extend(limit.kind)}
          onClick={() => set(autoStopText(extended(limit, now), now))}
        />
        <Button isBusy={isBusy} label={messages.remove} onClick={() => set(null)} />
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
  const currency = useApp((app) => shownCurrency(app.preferences));
  const phase = vm.phase;
  const isOn = phase === 'running' || isChanging(phase);
  const isEnding =
    phase === 'stopping' || (operation?.isOverdue === false && operation.operation !== 'start');
  if (phase === 'destroyed' || isEnding || (autoStop === undefined && !isOn)) return null;
  const lack = stopLackOf(account);
  const canStop = lack === null;
  const target = { accountId: account.id, vmId: vm.id };
  const losses = canStop ? stopEffects(vm, currency) : [];
  return (
    <VmSection className="grid grid-cols-[minmax(0,1fr)] gap-2" title={messages.title}>
      {autoStop === undefined ? (
        <StopLater canStop={canStop} losses={losses} target={target} vm={vm} />
      ) : (
        <SetAutoStop
          isKeyUntried={account.isKeyUntried === true}
          lack={lack}
          limit={autoStop.limit}
          target={target}
        />
      )}
      {losses.length > 0 && <p className="text-quiet">{losses.join(' ')}</p>}
    </VmSection>
  );
}
