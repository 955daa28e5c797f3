import { useState } from 'react';
import { type AppAccount, leaseEffect, vmKey } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useMinute, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

const HOUR_MINUTES = 60;

/** When the VM is stopped by this computer, and how to change that. */
export function LeaseSection({ vm, account }: { readonly vm: Vm; readonly account: AppAccount }) {
  const now = useMinute();
  const lease = useApp(({ leases }) => leases[vmKey(account.id, vm.id)]);
  const [when, setWhen] = useState('');
  const { isBusy, refusal, ask } = useRequest();
  const phase = vmPhase(vm.status);
  if (lease === undefined && phase !== 'running' && phase !== 'changing') return null;
  const canStop = account.profile?.operations?.stop !== undefined;
  const target = { accountId: account.id, vmId: vm.id };
  async function set(next: string | null) {
    const answer = await ask(bridge.setLease({ ...target, when: next }));
    if (answer.ok) setWhen('');
  }
  const { lease: words } = messages;
  return (
    <section
      aria-label={words.title}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t py-3"
    >
      {lease === undefined ? (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void set(when);
          }}
        >
          <div className="grow">
            <Field
              hint={words.hint(canStop)}
              label={words.label(canStop)}
              name="lease"
              onChange={setWhen}
              placeholder={words.example}
              value={when}
            />
          </div>
          <Button isBusy={isBusy} type="submit">
            {words.set}
          </Button>
        </form>
      ) : (
        <>
          <p>{lease.at > now ? leaseEffect(lease, canStop, now) : words.due}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              onClick={() => {
                const left = Math.max(0, Math.ceil((lease.at - now) / 60_000));
                void set(`${left + HOUR_MINUTES}m`);
              }}
            >
              {words.extend}
            </Button>
            <Button isBusy={isBusy} onClick={() => void set(null)}>
              {words.remove}
            </Button>
          </div>
        </>
      )}
      <RefusalText refusal={refusal} />
    </section>
  );
}
