import type { AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import { autoStopText as limitText } from '../../shared/auto-stop/parse-auto-stop.ts';
import { vmLimitText } from '../../shared/auto-stop/vm-timer-view.ts';
import {
  clockTime,
  formatDuration,
  formatMoney,
  HOUR_MS,
  printable,
} from '../../shared/format/index.ts';
import { KEY_UNTRIED } from '../../shared/operations/operation-texts.ts';
import { asOfTime } from '../../shared/polling/freshness.ts';
import { lackOf } from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../shared/state/index.ts';
import type { AutoStopEvent, AutoStopOutcome, LateStop } from './event.ts';
import type { EventWords, NotificationButton } from './notification.ts';
import { withVmFacts } from './text-parts.ts';

const REMINDS = 'Reminder only: GPU Tray won’t stop it.';

const DESTROY = 'Destroy it if you no longer need it.';

const CAUSES: Readonly<Record<AutoStopLimit['kind'], string>> = {
  time: '',
  idle: 'It is idle. ',
  spend: 'It has almost reached your amount. ',
};

/** A clock time stays fixed; idle and spend limits restart when the button is pressed. */
function extendButton(
  { accountId, vmId, limit, outcome: { at } }: AutoStopEvent,
  now: number,
): NotificationButton {
  const when = limit.kind === 'time' ? clockTime(at + HOUR_MS) : limitText(limit, now);
  const action = { kind: 'setAutoStop', input: { accountId, vmId, when } } as const;
  return { label: limit.kind === 'time' ? `Extend to ${when}` : 'Count again', action };
}

/** Two computers work independently: who stops the VM, the VM itself included. */
function whoStops(state: AppState, { accountId, vmId }: AutoStopEvent, canStop: boolean): string {
  const { program = 'app', computer } = state.environment;
  const { armed } = state.autoStops[vmKey(accountId, vmId)] ?? {};
  const where = computer === undefined ? '' : ` (${computer})`;
  const own = `${program === 'app' ? 'This computer' : 'gpu-tray watch'}${where} stops it`;
  if (armed === undefined) return canStop ? `${own}.` : REMINDS;
  if (!canStop) return armed.text;
  const isKept = armed.isConfirmed && armed.by === undefined;
  return isKept ? `${armed.text} ${own} if that fails.` : `${own}. ${armed.text}`;
}

/** Why a due auto-stop only reminds where its provider has a stop. */
function cannotStop(state: AppState, { accountId, vmId, isReminder }: AutoStopEvent): string {
  if (findAccount(state, accountId)?.can.includes('stop') !== true)
    return 'GPU Tray can’t stop it without a service profile. Stop it in the console.';
  const unasked =
    'Left running: stopping may erase everything on it. Stop it in its details if you’re done.';
  const refusal = findVm(state, { accountId, vmId })?.refusals?.stop;
  return refusal ?? (isReminder ? REMINDS : unasked);
}

function lateText(late: LateStop | null): string {
  if (late === null) return '';
  const { ms, perHour } = late;
  const cost =
    perHour === null ? '' : `, which cost about ${formatMoney((perHour * ms) / HOUR_MS)}`;
  return `, and it was stopped ${formatDuration(ms)} later${cost}`;
}

/** @param noStop the sentence of a provider without a stop; null: the provider has a stop @returns title and body */
function textOf(
  event: AutoStopEvent,
  state: AppState,
  noStop: string | null,
  now: number,
): readonly [string, string] {
  const { limit, isReminder, outcome } = event;
  const time = asOfTime(outcome.at, now);
  const vm = printable(event.name);
  const noun = isReminder ? 'reminder' : 'auto-stop';
  const ended = `Its ${noun} was due at ${time}`;
  switch (outcome.kind) {
    case 'soon': {
      const title = isReminder ? `${vm}: reminder at ${time}` : `${vm} stops at ${time}`;
      const changed = 'The clock of this computer was changed. ';
      return [title, outcome.hasClockJumped ? changed : CAUSES[limit.kind]];
    }
    case 'unknown': {
      const why = `Its ${limit.kind === 'idle' ? 'load' : 'cost'} has been unknown for 30 min`;
      const step = noStop ?? 'Stop it yourself if you’re done.';
      const body = `${why}, so its ${noun} can’t trigger. ${step}`;
      return [`The ${noun} of ${vm} may not trigger`, body];
    }
    case 'reminder':
      return [`Time to stop ${vm}`, `${ended}. ${noStop ?? cannotStop(state, event)}`];
    case 'signedOut': {
      const step = noStop === null ? 'Sign in, or stop it in the console.' : `Sign in. ${noStop}`;
      return [`${vm} may still run`, `${ended}, and its account is signed out. ${step}`];
    }
    case 'stopped':
      return [`${vm} was stopped`, `${ended}${lateText(outcome.late)}. ${DESTROY}`];
    case 'stoppedUnseen': {
      // At the end that the VM kept, which may be another one.
      const set = isReminder ? ended : `It was set to stop at ${time}`;
      return [`${vm} is stopped`, `${set}. The exact stop time is unknown.`];
    }
    case 'selfStopped':
      return [`${vm} stopped itself at ${time}`, DESTROY];
    case 'anotherRun': {
      const next = ' It keeps running. Set another auto-stop, or stop it yourself.';
      const body = `${ended}. ${vm} was started after that.${isReminder ? '' : next}`;
      return [`The ${noun} of ${vm} has ended`, body];
    }
    case 'failed': {
      const sentences = [`${ended}.`, outcome.reason, 'GPU Tray keeps trying.'];
      return [`${vm} is not stopped`, sentences.filter(Boolean).join(' ')];
    }
    case 'keyRefused': {
      const next = 'GPU Tray and the script on the VM keep trying. Check it in the console.';
      return [`${vm} can’t stop itself`, `${outcome.reason} ${next}`];
    }
    case 'notArmed': {
      const next = 'Its auto-stop works only while this computer is awake.';
      return [`${vm} won’t stop itself`, `${outcome.reason} ${next}`];
    }
    case 'unsent': {
      const when = limit.kind === 'spend' ? time : vmLimitText(limit, outcome.at);
      const body = 'The VM hasn’t confirmed its new auto-stop. GPU Tray retries every minute.';
      return [`${vm} may still stop itself ${when}`, body];
    }
    case 'unconfirmed': {
      const body = `${ended}. ${outcome.reason} GPU Tray keeps trying. Check it in the console.`;
      return [`${vm} is not confirmed as stopped`, body];
    }
  }
}

const STOPPED: readonly AutoStopOutcome['kind'][] = ['stopped', 'selfStopped', 'stoppedUnseen'];

/** Whether all went as planned: it costs nothing more. */
export function isAsPlanned({ outcome }: AutoStopEvent): boolean {
  const isStopped = STOPPED.includes(outcome.kind) && !(outcome.kind === 'stopped' && outcome.late);
  return isStopped || outcome.kind === 'soon' || outcome.kind === 'anotherRun';
}

/** @param now ms since the epoch */
export function autoStopText(set: AutoStopEvent, state: AppState, now: number): EventWords {
  const { accountId, vmId, outcome } = set;
  const account = findAccount(state, accountId);
  const noStop = (account && lackOf(account, 'stop')?.text) ?? null;
  const canStop = account?.can.includes('stop') ?? false;
  const event = { ...set, isReminder: set.isReminder || (account !== undefined && !canStop) };
  const [title, own] = textOf(event, state, noStop, now);
  // The list may still have the rate from before the stop.
  if (STOPPED.includes(outcome.kind)) return { title, body: own };
  const words = { title, body: withVmFacts(state, event, own) };
  if (outcome.kind === 'signedOut') return { ...words, destination: { kind: 'vms' } };
  if (outcome.kind === 'unconfirmed') return { ...words, isError: true };
  // There, only that ends the bill.
  if (outcome.kind === 'reminder' && noStop !== null)
    return { ...words, destination: { kind: 'vm', accountId, vmId, operation: 'destroy' } };
  if (outcome.kind !== 'soon') return words;
  const who = whoStops(state, event, canStop && !event.isReminder);
  const untried = account?.keys.isUntried === true ? [KEY_UNTRIED] : [];
  const sentences = [own.trim(), who, ...untried].filter((part) => part !== '');
  const isWatch = state.environment.program === 'watch';
  return {
    title,
    body: withVmFacts(state, event, sentences.join(' ')),
    hint: isWatch ? 'Run gpu-tray autostop on that computer to extend it.' : 'Click to extend.',
    buttons: [extendButton(event, now)],
  };
}
