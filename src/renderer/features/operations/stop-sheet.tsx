import { useState } from 'react';
import type { AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../../shared/auto-stop/default-stop.ts';
import {
  AUTO_STOP_HINT,
  autoStopText,
  parseAutoStop,
} from '../../../shared/auto-stop/parse-auto-stop.ts';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import { isChanging, vmName } from '../../../shared/domain/vm.ts';
import { clockTime, HOUR_MS, MINUTE_MS } from '../../../shared/format/index.ts';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import {
  autoStopEffect,
  FIRST_STOP,
  stopEffects,
  stopSaves,
} from '../../../shared/operations/operation-texts.ts';
import { erasesAll, operationLabel } from '../../../shared/operations/operations.ts';
import { stopLackOf } from '../../../shared/providers/providers.ts';
import { bridge, useApp, useHiding, type VmOfAccount } from '../../store.ts';
import { Check, Field, Money, Segments, Sheet, useMinute } from '../../ui/index.ts';
import { REMINDS_ONLY } from '../auto-stop/stop-later.tsx';

const NOW = 'now';

/** When a VM is stopped, as `parseAutoStop` reads it, each with its label. */
const PRESETS = [
  ['1h', '1 h'],
  ['4h', '4 h'],
  ['19:00', '19:00'],
  ['idle 1h', 'idle 1 h'],
  ['$25', '$25'],
] as const;

/** $/h that a stop ends; where that is unknown, what the VM costs. */
function Saving({ vm }: Pick<VmOfAccount, 'vm'>) {
  const saves = stopSaves(vm);
  const amount = saves ?? vm.billed.perHour;
  if (amount === null) return null;
  return (
    <p className="text-quiet">
      {saves === null ? 'costs' : 'saves'} <Money amount={amount} per="h" />
    </p>
  );
}

function Effects({ vm }: Pick<VmOfAccount, 'vm'>) {
  const hide = useHiding();
  const { notes = [] } = vm.effects.stop ?? {};
  return stopEffects(vm).map((effect) => (
    <p className={`break-words ${notes.includes(effect) ? 'text-quiet' : ''}`} key={effect}>
      {hide(effect)}
    </p>
  ));
}

function typedLimit(limit: AutoStopLimit, now: number): string {
  const left = limit.kind === 'time' ? limit.at - now : 0;
  const isClock = limit.kind === 'time' && left > MINUTE_MS && left < 24 * HOUR_MS;
  return isClock ? clockTime(limit.at) : autoStopText(limit, now);
}

interface WhenProps {
  readonly label: string;
  /** A preset, or typed text. */
  readonly when: string;
  /** A choice before the presets, as value and label; null: none. */
  readonly first: readonly [string, string] | null;
  readonly problem: string | null;
  /** The meaning of a later stop; null: not later, or not understood. */
  readonly effect: string | null;
  readonly onChoose: (when: string) => void;
}

export function When({ label, when, first, problem, effect, onChoose }: WhenProps) {
  const all = [...(first === null ? [] : [first]), ...PRESETS];
  const options = all.map(([value, label]) => ({ value, label }));
  return (
    <>
      <Segments label={label} onChange={onChoose} options={options} value={when} />
      <Field
        hint="7pm, 90m, idle 2h, $40"
        label="Other time or amount"
        name="autoStop"
        onChange={onChoose}
        problem={problem}
        unit={{}}
        value={options.some(({ value }) => value === when) ? '' : when}
      />
      <p aria-live="polite" className="empty:hidden">
        {effect}
      </p>
    </>
  );
}

export interface OperationSheetProps extends VmOfAccount {
  readonly operation: VmOperation | 'later';
  /** Sends the request and closes the sheet. */
  send(request: Promise<Answer<void>>): void;
  onCancel(): void;
}

/** Stops the VM now or later, or reminds of it where it cannot be stopped. */
export function StopSheet(props: OperationSheetProps) {
  const { operation, send, onCancel, vm, account, target, vmKey } = props;
  const now = useMinute();
  const hide = useHiding();
  const autoStop = useApp(({ autoStops }) => autoStops[vmKey]);
  const { armed: timer, limit: shown = null, onVm: wasOnVm = false, kind } = autoStop ?? {};
  const [when, setWhen] = useState(() => {
    const wanted = timer ? timer.wanted : shown;
    if (operation === 'stop') return NOW;
    return wanted === null ? PRESETS[0][0] : typedLimit(wanted, now);
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [isOnVm, setOnVm] = useState(wasOnVm);
  /** The first stop of an account that is not proven is confirmed twice. */
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  const noStop = stopLackOf(account);
  // A reminder stays one where the VM could be stopped.
  const lack = noStop ?? (kind === 'reminder' ? REMINDS_ONLY : null);
  const limit = parseAutoStop(when, now);
  const hasOnVm = lack === null && limit !== null && onVmObstacle(vm, account, limit) === null;
  const onVm = hasOnVm && isOnVm;
  function choose(chosen: string): void {
    setWhen(chosen);
    setProblem(null);
  }
  function confirm(): void {
    const erasing = erasesAll(vm) && { mayErase: true };
    const agreed = { ...erasing, ...(onVm !== wasOnVm && { onVm }) };
    if (when === NOW && account.keys.isUnproven && !isAskedAgain) setIsAskedAgain(true);
    else if (when === NOW) send(bridge.operateVm({ ...target, operation: 'stop', ...erasing }));
    else if (limit === null) setProblem(AUTO_STOP_HINT);
    else send(bridge.setAutoStop({ ...target, when, ...agreed }));
  }
  const label = operationLabel('stop', vm);
  const armed = onVm
    ? { text: 'Runs a small script on the VM, using the VM’s own key. Your key stays here.' }
    : undefined;
  const effect = limit && hide(autoStopEffect({ limit, armed }, lack, now, account.keys.isUntried));
  return (
    <Sheet
      effects={noStop === null && <Effects vm={vm} />}
      figure={noStop === null && <Saving vm={vm} />}
      label={when === NOW ? `${label} now` : 'Set'}
      onCancel={onCancel}
      onConfirm={confirm}
      title={noStop === null ? `${label} ${vmName(vm)}?` : `Remind you to stop ${vmName(vm)}?`}
      tone={when === NOW ? 'danger' : 'primary'}
      typedName={erasesAll(vm) ? vmName(vm) : null}
    >
      {(vm.phase === 'running' || isChanging(vm.phase)) && (
        <>
          <When
            effect={effect}
            first={noStop === null ? [NOW, 'now'] : null}
            label="When"
            onChoose={choose}
            problem={problem}
            when={when}
          />
          {hasOnVm && (
            <Check isOn={isOnVm} label="Even when this computer is off" onChange={setOnVm} />
          )}
        </>
      )}
      <p className="text-amber empty:hidden" role="alert">
        {isAskedAgain && when === NOW && FIRST_STOP}
      </p>
    </Sheet>
  );
}
