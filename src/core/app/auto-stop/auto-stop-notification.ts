import {
  type AutoStop,
  type AutoStopLimit,
  autoStopText,
} from '../../../shared/auto-stop/index.ts';
import { clockTime, HOUR_MS, printable } from '../../../shared/format/index.ts';
import { asOfTime } from '../../../shared/polling/index.ts';
import type { Notification, NotificationButton } from '../kernel/ports.ts';

/** Why an auto-stop is notified. `at`: when it ends or ended, ms since the epoch. */
export type AutoStopNews = { readonly at: number } & (
  | { readonly kind: 'soon'; readonly hasClockJumped: boolean }
  | { readonly kind: 'reminder' | 'signedOut' | 'unknown' | 'stopped' | 'anotherRun' }
  /** The single record says that the VM does not run. `listed`: its status in the list. */
  | { readonly kind: 'contradicted'; readonly listed: string }
  /** `reason`: in sentences; empty: a defect. `goesOn`: it is tried again. */
  | { readonly kind: 'failed'; readonly reason: string; readonly goesOn: boolean }
);

/** Why it ends soon. */
const CAUSES: Readonly<Record<AutoStopLimit['kind'], string>> = {
  time: '',
  idle: 'It is idle. ',
  spend: 'It has almost cost what you set. ',
};

/** A clock time stays fixed; idle and spend limits restart when the button is pressed. */
function extendButton(
  { accountId, vmId, limit }: AutoStop,
  at: number,
  now: number,
): NotificationButton {
  const when = limit.kind === 'time' ? clockTime(at + HOUR_MS) : autoStopText(limit, now);
  const action = { kind: 'setAutoStop', input: { accountId, vmId, when } } as const;
  return { label: limit.kind === 'time' ? `Extend to ${when}` : 'Count again', action };
}

/** @param now ms since the epoch */
export function autoStopNotification(
  autoStop: AutoStop,
  news: AutoStopNews,
  now: number,
): Notification {
  const { accountId, vmId, limit } = autoStop;
  const vm = printable(autoStop.name);
  const destination = { kind: 'vm', accountId, vmId } as const;
  const time = asOfTime(news.at, now);
  const notStopped = `${vm} is not stopped`;
  switch (news.kind) {
    case 'soon': {
      const cause = news.hasClockJumped
        ? 'The clock of this computer was changed. '
        : CAUSES[limit.kind];
      return {
        title: `${vm}: auto-stop ends at ${time}`,
        body: `${cause}Click to extend it.`,
        destination,
        button: extendButton(autoStop, news.at, now),
      };
    }
    case 'unknown':
      return {
        title: `${vm} may not be stopped`,
        body: `Its ${limit.kind === 'idle' ? 'load' : 'cost'} has been unknown for 30 min, so its auto-stop cannot end. Stop it yourself if you are done.`,
        destination,
      };
    case 'reminder':
      return {
        title: `Time to stop ${vm}`,
        body: `Its auto-stop ended at ${time}. GPU Tray cannot stop it: the account has no service profile.`,
        destination,
      };
    case 'signedOut':
      return {
        title: notStopped,
        body: `Its auto-stop ended at ${time}, and its account is signed out.`,
        destination: { kind: 'vms' },
      };
    case 'stopped':
      return { title: `${vm} was stopped`, body: `Its auto-stop ended at ${time}.`, destination };
    case 'anotherRun':
      return {
        title: `The auto-stop of ${vm} is over`,
        body: `It ended at ${time}. The VM was started after that, so it is not stopped.`,
        destination,
      };
    case 'contradicted':
      return {
        title: notStopped,
        body: `Its auto-stop ended at ${time}. The service lists it as ${printable(news.listed)}, but its own record does not. GPU Tray keeps trying. Check it in the console.`,
        destination,
      };
    case 'failed': {
      const why = news.reason === '' ? '' : ` ${news.reason}`;
      const next = news.goesOn ? 'GPU Tray keeps trying.' : 'Stop it in the console.';
      return {
        title: notStopped,
        body: `Its auto-stop ended at ${time}.${why} ${next}`,
        destination,
      };
    }
  }
}
