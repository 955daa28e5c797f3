import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { defaultStopsNow } from '../../../shared/auto-stop/default-stop.ts';
import { HOUR_MS, printable } from '../../../shared/format/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Choice, optionsOf } from '../../ui/index.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { messages } from './messages.ts';

const OFF = 0;
const DURATIONS = [OFF, 0.5, 1, 2, 4, 8, 24].map((hours) => hours * HOUR_MS);

function StopsNow({ account, ms }: { readonly account: AppAccount; readonly ms: number }) {
  const app = useApp((all) => all);
  const { stops, reminders } = defaultStopsNow(app, account);
  const text = messages.idleStop;
  return (
    <>
      <p className="break-words">{stops === '' ? text.none : text.stops(stops, ms)}</p>
      {reminders !== '' && <p className="break-words">{text.reminders(reminders)}</p>}
    </>
  );
}

/** Turned on, or for another duration, only after a confirmation that names the VMs. */
export function IdleStopSetting({ account }: { readonly account: AppAccount }) {
  const { id: accountId, idleStopMs = OFF } = account;
  const [wanted, setWanted] = useState<number | null>(null);
  const text = messages.idleStop;
  const change = (ms: number) =>
    bridge.changeAccount({ accountId, idleStopMs: ms === OFF ? null : ms });
  return (
    <div>
      <Choice
        hint={text.hint}
        label={text.label}
        name="idleStop"
        onChange={(ms, ask) => (ms === OFF ? void ask(change(OFF)) : setWanted(ms))}
        options={optionsOf(DURATIONS, idleStopMs, text.option)}
        value={idleStopMs}
      />
      {wanted !== null && (
        <ConfirmDialog
          label={text.turnOn}
          onClose={() => setWanted(null)}
          request={() => change(wanted)}
          title={text.question(printable(account.label), wanted)}
          tone="primary"
        >
          <StopsNow account={account} ms={wanted} />
          <p className="text-quiet">{text.later}</p>
          <p>{text.others}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
