import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { exactDuration } from '../../../shared/auto-stop/auto-stop.ts';
import { defaultStopsNow } from '../../../shared/auto-stop/default-stop.ts';
import { HOUR_MS, printable } from '../../../shared/format/index.ts';
import { bridge, useApp } from '../../store.ts';
import { Choice, ConfirmDialog, optionsOf } from '../../ui/index.ts';

const OFF = 0;
const DURATIONS = [OFF, 0.5, 1, 2, 4, 8, 24].map((hours) => hours * HOUR_MS);

/** Turned on, or for another duration, only after a confirmation that names the VMs. */
export function IdleStopSetting({ account }: { readonly account: AppAccount }) {
  const { id: accountId, turnedOn } = account;
  const { idleStopMs = OFF } = turnedOn;
  const [wanted, setWanted] = useState<number | null>(null);
  const app = useApp((all) => all);
  const { stops, reminders } = defaultStopsNow(app, account);
  const change = (ms: number) =>
    bridge.changeAccount({ accountId, idleStopMs: ms === OFF ? null : ms });
  return (
    <div>
      <Choice
        hint="By GPU load, for VMs without an auto-stop."
        label="Stop idle VMs after"
        name="idleStop"
        onChange={(ms, ask) => (ms === OFF ? void ask(change(OFF)) : setWanted(ms))}
        options={optionsOf(DURATIONS, idleStopMs, (ms) => (ms === OFF ? 'Off' : exactDuration(ms)))}
        value={idleStopMs}
      />
      {wanted !== null && (
        <ConfirmDialog
          label="Stop idle VMs"
          onClose={() => setWanted(null)}
          request={() => change(wanted)}
          title={`Stop idle VMs of ${printable(account.label)} after ${exactDuration(wanted)}?`}
          tone="primary"
        >
          <p className="break-words">
            {stops === ''
              ? 'All running VMs already have an auto-stop.'
              : `Now: ${stops}. Each stops once idle for ${exactDuration(wanted)} from now on.`}
          </p>
          {reminders !== '' && (
            <p className="break-words">
              Reminder only: {reminders}. Stopping may erase everything, or isn’t possible from
              here.
            </p>
          )}
          <p className="text-quiet">
            New VMs get it too. You’re notified first and can keep them running. This computer must
            be awake and online.
          </p>
          <p>Also stops VMs that others run on this account.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
