import { useState } from 'react';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import { autoStopMeaning } from '../../../shared/operations/operation-texts.ts';
import { erasesAll } from '../../../shared/operations/operations.ts';
import { bridge } from '../../bridge.ts';
import { useApp, type VmTarget } from '../../store.ts';
import { Button, Field, Menu, RefusalText, useMinute, useRequest } from '../../ui/index.ts';
import { Confirm } from '../operations/confirm.tsx';
import { messages } from './messages.ts';
import { OnVm } from './on-vm.tsx';

interface StopLaterProps {
  readonly vm: Vm;
  readonly target: VmTarget;
  /** The effects of a stop on the VM's data, a sentence each. */
  readonly losses: readonly string[];
  /** The provider has the operation; otherwise GPU Tray reminds. */
  readonly canStop: boolean;
  /** The VM can stop itself too. */
  readonly hasOnVm: boolean;
}

/** Sets the auto-stop of a VM, from a menu or in a field that says what was understood. */
export function StopLater({ vm, target, losses, canStop, hasOnVm }: StopLaterProps) {
  const now = useMinute();
  const hideAmounts = useApp((app) => app.preferences.hideAmounts);
  /** Typed; null: the field is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const limit = typed === null ? null : parseAutoStop(typed, now);
  /** Waits for the VM's name; null: nothing does. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [isOnVm, setOnVm] = useState(false);
  const onVm = isOnVm ? { onVm: true } : {};
  const set = (when: string) => {
    if (erasesAll(vm)) setUnconfirmed(when);
    else void ask(bridge.setAutoStop({ ...target, when, ...onVm }));
  };
  const choice = hasOnVm && <OnVm isBusy={isBusy} isOn={isOnVm} onChange={setOnVm} />;
  const wanted = unconfirmed === null ? null : parseAutoStop(unconfirmed, now);
  if (unconfirmed !== null && wanted !== null)
    return (
      <Confirm
        confirmation={{
          title: messages.confirm(vmName(vm)),
          effects: [...losses, autoStopMeaning(wanted, canStop, now, hideAmounts)],
          isTyped: true,
        }}
        label={messages.set}
        name={vmName(vm)}
        onCancel={() => setUnconfirmed(null)}
        onConfirm={() => {
          setUnconfirmed(null);
          void ask(bridge.setAutoStop({ ...target, when: unconfirmed, mayErase: true, ...onVm }));
        }}
        tone="danger"
      />
    );
  if (typed === null)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        <Menu
          items={[
            ...messages.presets(now).map(([when, label]) => ({
              label,
              onChoose: () => set(when),
            })),
            { label: messages.custom, onChoose: () => setTyped('') },
          ]}
          label={messages.stopLater(canStop)}
        />
        {choice}
        <RefusalText refusal={refusal} />
      </div>
    );
  return (
    <form
      className="grid gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setTyped(null);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (limit === null) setProblem(AUTO_STOP_HINT);
        else set(typed);
      }}
    >
      <Field
        hint={limit === null ? messages.example : autoStopMeaning(limit, canStop, now, hideAmounts)}
        isFocusedFirst
        label={messages.stopLater(canStop)}
        name="autoStop"
        onChange={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        problem={problem}
        value={typed}
      />
      {choice}
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isBusy} label={messages.set} type="submit" />
        <Button label={messages.cancel} onClick={() => setTyped(null)} />
      </div>
      <RefusalText refusal={refusal} />
    </form>
  );
}
