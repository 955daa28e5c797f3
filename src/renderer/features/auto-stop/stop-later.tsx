import type { ShownAutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { isChanging } from '../../../shared/domain/vm.ts';
import { joined } from '../../../shared/format/index.ts';
import { autoStopMeaning, KEY_UNTRIED } from '../../../shared/operations/operation-texts.ts';
import { stopLackOf } from '../../../shared/providers/providers.ts';
import { bridge, go, useApp, useHiding, type VmOfAccount } from '../../store.ts';
import { Button, RequestButton, ScreenSection, useMinute } from '../../ui/index.ts';

export const REMINDS_ONLY = 'GPU Tray won’t stop it.';

/** The auto-stop; null: none yet; undefined: there can be none, since the VM ends or is gone. */
export function useAutoStop({ vm, vmKey: key }: VmOfAccount): ShownAutoStop | null | undefined {
  const autoStop = useApp(({ autoStops }) => autoStops[key]);
  const operation = useApp(({ operations }) => operations[key]);
  const isEnding = operation?.isOverdue === false && operation.operation !== 'start';
  if (['stopping', 'destroyed', 'unconfirmed'].includes(vm.phase) || isEnding) return undefined;
  return autoStop ?? (vm.phase === 'running' || isChanging(vm.phase) ? null : undefined);
}

/** The auto-stop that is set, or that the VM may still keep. */
export function AutoStopLine(own: VmOfAccount) {
  const { account, target } = own;
  const autoStop = useAutoStop(own);
  const now = useMinute();
  const hide = useHiding();
  if (autoStop == null) return null;
  const { limit, armed, from, kind } = autoStop;
  const isStop = kind === 'stop';
  const isDue = isStop && !armed && limit.kind === 'time' && limit.at <= now;
  const remove = from === 'default' ? 'Keep running' : 'Remove';
  const isCleared = armed?.wanted === null;
  const notes = [
    armed?.text,
    !isStop && (stopLackOf(account) ?? REMINDS_ONLY),
    isStop && account.keys.isUntried && KEY_UNTRIED,
    from === 'default' && 'Set by its account’s default.',
  ];
  return (
    <ScreenSection isTitleHidden title="Auto-stop">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p>
          {isDue
            ? 'Limit reached. GPU Tray is stopping it.'
            : hide(autoStopMeaning(limit, isStop, now))}
        </p>
        {!isCleared && (
          <Button
            label="Change"
            onClick={() => go({ kind: 'vm', ...target, operation: 'later' })}
            tone="link"
          />
        )}
        <RequestButton
          label={isCleared ? 'Clear its timer' : remove}
          request={() => bridge.setAutoStop({ ...target, when: null })}
        />
      </div>
      <p className="text-quiet text-small empty:hidden">{joined(notes, ' ')}</p>
    </ScreenSection>
  );
}
