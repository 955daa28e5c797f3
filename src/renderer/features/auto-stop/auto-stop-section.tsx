import { useState } from 'react';
import { type AutoStop, autoStopText } from '../../../shared/auto-stop/index.ts';
import { vmPhase } from '../../../shared/domain/index.ts';
import { HOUR_MS, shownCurrency } from '../../../shared/format/index.ts';
import { autoStopEffect } from '../../../shared/operations/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useMinute, useRequest } from '../../ui/index.ts';
import { messages } from '../vms/details-messages.ts';
import type { VmOfAccount } from '../vms/vm-section.tsx';

/** Adds an hour to a time; idle and spend limits restart when they are set again. */
function extended(limit: AutoStop['limit'], now: number): AutoStop['limit'] {
  return limit.kind === 'time' ? { kind: 'time', at: Math.max(limit.at, now) + HOUR_MS } : limit;
}

/** The auto-stop of the VM, or a form to set one. */
export function AutoStopSection({ vm, account }: VmOfAccount) {
  const now = useMinute();
  const currency = useApp((app) => shownCurrency(app.preferences));
  const autoStop = useApp(({ autoStops }) => autoStops[vmKey(account.id, vm.id)]);
  const [when, setWhen] = useState('');
  const { isBusy, refusal, ask } = useRequest();
  const phase = vmPhase(vm.status);
  if (autoStop === undefined && phase !== 'running' && phase !== 'changing') return null;
  const canStop = account.profile?.operations?.stop !== undefined;
  const target = { accountId: account.id, vmId: vm.id };
  async function set(next: string | null) {
    const answer = await ask(bridge.setAutoStop({ ...target, when: next }));
    if (answer.ok) setWhen('');
  }
  const { autoStop: text } = messages;
  return (
    <section aria-label={text.title} className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-5">
      {autoStop === undefined ? (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void set(when);
          }}
        >
          <div className="grow">
            <Field
              hint={text.hint(canStop)}
              label={text.label(canStop)}
              name="autoStop"
              onChange={setWhen}
              placeholder={text.example}
              value={when}
            />
          </div>
          <Button isBusy={isBusy} type="submit" label={text.set} />
        </form>
      ) : (
        <>
          <p>
            {autoStop.limit.kind === 'time' && autoStop.limit.at <= now
              ? text.due
              : autoStopEffect(autoStop, canStop, now, currency)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              label={text.extend(autoStop.limit.kind)}
              onClick={() => set(autoStopText(extended(autoStop.limit, now), now))}
            />
            <Button isBusy={isBusy} label={text.remove} onClick={() => set(null)} />
          </div>
        </>
      )}
      <RefusalText refusal={refusal} />
    </section>
  );
}
