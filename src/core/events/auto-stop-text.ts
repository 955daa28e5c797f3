import type { AppAccount } from '../../shared/accounts/index.ts';
import { type AutoStop, type AutoStopLimit, asShown } from '../../shared/auto-stop/auto-stop.ts';
import { autoStopText as limitText } from '../../shared/auto-stop/parse-auto-stop.ts';
import { vmLimitText } from '../../shared/auto-stop/vm-timer-view.ts';
import {
  clockTime,
  formatDuration,
  formatMoney,
  HOUR_MS,
  printable,
} from '../../shared/format/index.ts';
import { KEY_UNTRIED } from '../../shared/operations/index.ts';
import { asOfTime } from '../../shared/polling/freshness.ts';
import { lackOf, serviceName } from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../shared/state/index.ts';
import type { AutoStopEvent, AutoStopOutcome, LateStop } from './event.ts';
import type { EventText, NotificationButton } from './notification.ts';
import { withVmFacts } from './text-parts.ts';

const REMINDS = 'Reminder only: GPU Tray does not stop it.';

const UNSEEN = 'GPU Tray did not see when it stopped.';

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
  const when = limit.kind === 'time' ? clockTime(at + HOUR_MS) : limitText(limit, now);
  const action = { kind: 'setAutoStop', input: { accountId, vmId, when } } as const;
  return { label: limit.kind === 'time' ? `Extend to ${when}` : 'Count again', action };
}

/** On two computers each acts for itself: who stops the VM, the VM itself included, and how to prevent it there. */
function whoStops(
  { environment, autoStops }: Pick<AppState, 'environment' | 'autoStops'>,
  autoStop: AutoStop,
  account: Pick<AppAccount, 'can'> | undefined,
): Pick<EventText, 'body' | 'hint'> {
  const { program = 'app', computer } = environment;
  const { armed } = autoStops[vmKey(autoStop.accountId, autoStop.vmId)] ?? {};
  const who = program === 'app' ? 'This computer' : 'gpu-tray watch';
  const where = computer === undefined ? '' : ` (${computer})`;
  const canStop = asShown(autoStop, account?.can ?? []).kind === 'stop';
  const reminds = armed === undefined ? REMINDS : '';
  const own = (when = '') => (canStop ? `${who}${where} stops it${when}.` : reminds);
  const prevent =
    program === 'app' ? 'Click to extend it.' : 'Run gpu-tray autostop there to extend it.';
  if (armed === undefined) return { body: own(), hint: prevent };
  if (armed.isConfirmed && armed.by === undefined)
    return { body: `The VM stops itself. ${own(' if that fails')}`.trim(), hint: prevent };
  return { body: `${own()} ${armed.hover}`.trim(), hint: prevent };
}

/** Why a due auto-stop only reminds. */
function cannotStop(state: AppState, { accountId, vmId, kind }: AutoStop): string {
  const account = findAccount(state, accountId);
  const lack = account === undefined ? null : (lackOf(account, 'stop')?.text ?? null);
  if (lack !== null) return lack;
  if (account?.can.includes('stop') !== true)
    return 'GPU Tray cannot stop it: the account has no service profile. Stop it in the console.';
  const refusal = findVm(state, { accountId, vmId })?.refusals?.stop;
  if (kind === 'reminder') return refusal ?? REMINDS;
  return (
    refusal ??
    'It was left running: a stop may erase everything on it. Stop it in its details if you are done.'
  );
}

function lateText(late: LateStop | null, hideAmounts: boolean): string {
  if (late === null) return '';
  const { ms, perHour } = late;
  const cost =
    hideAmounts || perHour === null
      ? ''
      : `, which cost about ${formatMoney((perHour * ms) / HOUR_MS)}`;
  return `, and it was stopped ${formatDuration(ms)} later${cost}`;
}

interface Texts {
  readonly isReminder: boolean;
  /** Why it only reminds. */
  readonly reminder: string;
  /** The provider's sentence where the provider has no stop; null: the provider has a stop. */
  readonly noStop: string | null;
  readonly service: string;
  readonly hideAmounts: boolean;
}

function unknownText(vm: string, { kind }: AutoStopLimit, { isReminder, noStop }: Texts) {
  const figures = kind === 'idle' ? 'load' : 'cost';
  const why = isReminder ? '' : ', so its auto-stop cannot end';
  return {
    title: isReminder ? `${vm}: no reminder may come` : `${vm} may not be stopped`,
    body: `Its ${figures} has been unknown for 30 min${why}. ${noStop ?? 'Stop it yourself if you are done.'}`,
  };
}

function signedOutText(vm: string, ended: string, { isReminder, noStop }: Texts) {
  const next = noStop === null ? 'Sign in, or stop it in the console.' : `Sign in. ${noStop}`;
  return {
    title: isReminder ? `${vm} may still run` : `${vm} is not stopped`,
    body: `${ended}, and its account is signed out. ${next}`,
  };
}

function textOf({ name, limit }: AutoStop, outcome: AutoStopOutcome, time: string, texts: Texts) {
  const { isReminder, reminder, service, hideAmounts } = texts;
  const vm = printable(name);
  const ended = isReminder ? `Its reminder was for ${time}` : `Its auto-stop ended at ${time}`;
  const notStopped = `${vm} is not stopped`;
  switch (outcome.kind) {
    case 'soon': {
      const changed = 'The clock of this computer was changed. ';
      const cause = outcome.hasClockJumped ? changed : CAUSES[limit.kind];
      const what = isReminder ? 'reminder' : 'auto-stop ends';
      return { title: `${vm}: ${what} at ${time}`, body: cause };
    }
    case 'unknown':
      return unknownText(vm, limit, texts);
    case 'reminder':
      return { title: `Time to stop ${vm}`, body: `${ended}. ${reminder}` };
    case 'signedOut':
      return signedOutText(vm, ended, texts);
    case 'stopped': {
      const body = `${ended}${lateText(outcome.late, hideAmounts)}. Destroy it if you no longer need it.`;
      return { title: `${vm} was stopped`, body };
    }
    case 'stoppedUnseen':
      return { title: `${vm} is stopped`, body: `${ended}. ${UNSEEN}` };
    case 'selfStopped': {
      const when = limit.kind === 'idle' ? vmLimitText(limit, outcome.at) : `at ${time}`;
      const unseen = `It was armed to stop itself ${when}. ${UNSEEN}`;
      return outcome.isSeen
        ? {
            title: `${vm} stopped itself at ${time}, as armed`,
            body: 'Destroy it if you no longer need it.',
          }
        : { title: `${vm} is stopped`, body: unseen };
    }
    case 'anotherRun': {
      const next = 'so it is not stopped. Set another auto-stop, or stop it yourself.';
      return isReminder
        ? {
            title: `The reminder for ${vm} is over`,
            body: `${ended}. ${vm} was started after that.`,
          }
        : {
            title: `The auto-stop of ${vm} is over`,
            body: `It ended at ${time}. The VM was started after that, ${next}`,
          };
    }
    case 'contradicted': {
      const body = `${ended}. ${service} lists it as ${printable(outcome.listed)}, but its own record does not. GPU Tray keeps trying. Check it in the console.`;
      return { title: notStopped, body };
    }
    case 'failed': {
      const why = outcome.reason === '' ? '' : ` ${outcome.reason}`;
      return { title: notStopped, body: `${ended}.${why} GPU Tray keeps trying.` };
    }
  }
}

const STOPPED: ReadonlySet<AutoStopOutcome['kind']> = new Set([
  'stopped',
  'selfStopped',
  'stoppedUnseen',
]);

/** Whether all went as planned: it costs nothing more. */
export function isAsPlanned({ outcome }: AutoStopEvent): boolean {
  const isStopped = STOPPED.has(outcome.kind) && !(outcome.kind === 'stopped' && outcome.late);
  return isStopped || outcome.kind === 'soon' || outcome.kind === 'anotherRun';
}

/** @param now ms since the epoch */
export function autoStopText(event: AutoStopEvent, state: AppState, now: number): EventText {
  const { accountId, vmId, outcome } = event;
  const autoStop = { ...event, kind: event.isReminder ? ('reminder' as const) : undefined };
  const account = findAccount(state, accountId);
  const noStop = account === undefined ? null : (lackOf(account, 'stop')?.text ?? null);
  const { title, body: said } = textOf(autoStop, outcome, asOfTime(outcome.at, now), {
    isReminder: asShown(autoStop, account?.can).kind === 'reminder',
    reminder: cannotStop(state, autoStop),
    noStop,
    service: serviceName(account === undefined ? [] : [account]),
    hideAmounts: state.preferences.hideAmounts,
  });
  const isSoon = outcome.kind === 'soon';
  const who = isSoon ? whoStops(state, autoStop, account) : { body: '' };
  const untried = isSoon && account?.isKeyUntried === true ? KEY_UNTRIED : '';
  const sentences = [said.trim(), who.body, untried].filter((part) => part !== '').join(' ');
  // The list may still have the rate from before the stop.
  const body = STOPPED.has(outcome.kind) ? sentences : withVmFacts(state, event, sentences);
  if (outcome.kind === 'signedOut') return { title, body, destination: { kind: 'vms' } };
  const vm = { kind: 'vm', accountId, vmId } as const;
  // There, only that ends the bill.
  const isEndedByDestroy = outcome.kind === 'reminder' && noStop !== null;
  return {
    title,
    body,
    destination: isEndedByDestroy ? { ...vm, operation: 'destroy' } : vm,
    ...(who.hint !== undefined && { hint: who.hint }),
    ...(isSoon && { buttons: [extendButton(autoStop, outcome.at, now)] }),
  };
}
