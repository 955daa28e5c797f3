import { ownerName } from '../../shared/accounts/index.ts';
import { alertDuration, minutesOf } from '../../shared/alerts/alert.ts';
import {
  alertDetail,
  alertOwner,
  alertTitle,
  balanceUsedUp,
  ruleMessages,
} from '../../shared/alerts/alert-messages.ts';
import type { AlertRule } from '../../shared/alerts/alert-rules.ts';
import { noteSentence, type Vm } from '../../shared/domain/vm.ts';
import {
  formatDuration,
  formatMoney,
  formatRate,
  HOUR_MS,
  hiding,
  joined,
  MINUTE_MS,
  printable,
  shortLabel,
} from '../../shared/format/index.ts';
import type { MessageTopic } from '../../shared/messages/messages.ts';
import { filterText } from '../../shared/offers/offer-filter.ts';
import { notDoneTitle } from '../../shared/operations/operation-texts.ts';
import { canStop, endLabel, operationLabel } from '../../shared/operations/operations.ts';
import { asOfTime } from '../../shared/polling/freshness.ts';
import { lackOf } from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../shared/state/index.ts';
import { figuresOf, shownRate } from '../../shared/usage/figures.ts';
import { CHANGE_WORDS, type VmChange } from '../../shared/vms/vm-change.ts';
import type { FiringAlert } from '../alerts/index.ts';
import { autoStopText, isAsPlanned } from './auto-stop-text.ts';
import type { AlertEvent, AppEvent, PriceEvent, VmEvent } from './event.ts';
import type { EventText, EventWords } from './notification.ts';
import { stopButton, withVmFacts } from './text-parts.ts';

/** The rules whose advice is a stop. */
const STOPS: readonly AlertRule[] = [
  ...(['hourlyRate', 'accountRate', 'spendToday', 'monthForecast'] as const),
  ...(['runningLong', 'idle', 'finished'] as const),
];

type Found = Omit<FiringAlert, 'subject'> & FiringAlert['subject'];

/** Opens the stop of an alert's VM, where that can be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: Found) {
  const account = findAccount(state, accountId);
  const vm = account && findVm(state, { accountId: account.id, vmId: vmId ?? '' });
  if (!account || !vm || !canStop(state, account, vm)) return [];
  return [stopButton({ kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' })];
}

/** The sentence in place of a stop, where no account of the alert has a stop; null: an account has a stop. */
function noStopOf({ accounts }: AppState, { accountId }: Found): string | null {
  const concerned = accounts.filter(({ id }) => accountId === null || id === accountId);
  const lacks = concerned.map((account) => lackOf(account, 'stop'));
  return lacks.includes(null) ? null : (lacks[0]?.text ?? null);
}

function openedText(alert: Found, state: AppState): EventWords {
  const { accounts, balances, snapshots } = state;
  const { rule, accountId, ratePerHour } = alert;
  const spend = snapshots[accountId ?? '']?.spend.value ?? null;
  const lastKnown = rule === 'noData' && accountId !== null ? shownRate(spend) : ratePerHour;
  const found = { ...alert, ratePerHour: lastKnown };
  const usedUp = balanceUsedUp(alert, balances[accountId ?? '']);
  const facts = [alertDetail(found), alertOwner(accounts, alert)].filter(Boolean);
  const { advice } = ruleMessages[rule];
  const next = STOPS.includes(rule) ? (noStopOf(state, alert) ?? advice) : advice;
  const input = { alertId: alert.id, snooze: 'hour' } as const;
  return {
    title: usedUp ?? alertTitle(alert),
    body: facts.length === 0 ? next : `${facts.join(' · ')}. ${next}`,
    buttons: [
      ...stopOf(state, alert),
      { label: 'Snooze 1 h', action: { kind: 'snoozeAlert', input } },
    ],
  };
}

/** The end of an alert is notified on the desktop where the tray does not show it. */
const hasEndText = ({ rule }: Pick<AlertEvent, 'rule'>) => ruleMessages[rule].ended !== undefined;

function closedText(alert: Found, state: AppState, closedAt: number): EventWords {
  const { accounts } = state;
  const { rule, value, openedAt, limit } = alert;
  const { shownRate: perHour, isAtLeast } = figuresOf(state);
  const name = rule === 'noData' && accounts.length < 2 ? '' : (alert.name ?? '');
  // The alert opened after some time without data.
  const lasted = closedAt - openedAt + (value ?? 0) * MINUTE_MS;
  const title =
    ruleMessages[rule].ended?.(name, minutesOf(lasted) ?? 'a moment') ??
    `Ended: ${alertTitle({ rule, limit, name })}`;
  const duration = alertDuration(alert, closedAt);
  const owner = alertOwner(accounts, alert);
  const sentences = [
    owner === null ? [] : `${owner}.`,
    perHour === null ? [] : `${formatRate(perHour, isAtLeast)} now.`,
    duration === null ? [] : `The alert was open ${duration}.`,
  ];
  return { title, body: sentences.flat().join(' ') };
}

function alertText(event: AlertEvent, state: AppState): EventWords {
  const { kind, at, alert } = event;
  if (alert === undefined) return { title: alertTitle(event), body: '' };
  const found = { ...alert, ...alert.subject };
  return kind === 'alertOpened' ? openedText(found, state) : closedText(found, state, at);
}

type Of<Kind extends AppEvent['kind']> = Extract<AppEvent, { kind: Kind }>;
type Facts = NonNullable<VmEvent['facts']>;
/** Of a VM that is not listed any more. */
const UNLISTED: Pick<Vm, 'effects'> & Partial<Vm> = { effects: {} };

const accountOf = (state: AppState, accountId: string) =>
  findAccount(state, accountId) ?? ({ provider: 'rental', can: [] } as const);

function adviceOf(change: VmChange, event: VmEvent, state: AppState): string {
  const vm = findVm(state, event) ?? UNLISTED;
  const account = accountOf(state, event.accountId);
  const destroy = operationLabel('destroy', vm);
  switch (change) {
    case 'running':
      return lackOf(account, 'stop') === null ? 'Log in, or set when it stops.' : 'Log in.';
    case 'interrupted':
      if (vm.autoRestart === true) return 'It restarts when its node has room.';
      return vm.operations?.includes('start') === false
        ? `${destroy} it if you no longer need it.`
        : `Start it again, or ${destroy.toLowerCase()} it if you no longer need it.`;
    case 'failed':
      return `Check it in the console, and ${destroy.toLowerCase()} it if it’s still billed.`;
    case 'offline':
      return 'Its node does not respond. Check it in the console if this persists.';
    case 'stopped':
      return `${destroy} it if you no longer need it.`;
    case 'gone':
    case 'destroyed':
      return 'Check the console if you did not destroy it.';
    case 'appeared':
      return `${endLabel(account, vm)} it if you did not launch it.`;
    case 'unknown':
      return 'Check it in the console.';
  }
}

/** The rate; for an interrupted or stopped VM the rate before and of its disk. Null: unknown. */
function money({ change, perHour, wasPerHour: was }: Facts): string | null {
  if (change !== 'interrupted' && change !== 'stopped')
    return perHour === null ? null : formatRate(perHour);
  const disk = perHour !== null && (was === null || perHour < was) ? formatRate(perHour) : null;
  if (was === null) return disk === null ? null : `Disk now ${disk}`;
  return `Was ${formatRate(was)}${disk === null ? '' : `, disk now ${disk}`}`;
}

/** Text of a change of a VM. The title for a VM that is gone names the length and the cost of the run. */
function vmText(event: VmEvent, state: AppState): EventWords {
  const { accountId, name, what, facts } = event;
  // A launch in this app is not notified.
  const place = facts?.change === 'appeared' ? ' elsewhere' : '';
  const title = printable(`${name} ${what}${place}`);
  if (facts === undefined) return { title, body: '' };
  const { ranMs, gpu, change, wasPerHour: was } = facts;
  const cost = was === null || ranMs === null ? null : (was * ranMs) / HOUR_MS;
  const spent = cost === null ? '' : ` · ${formatMoney(cost)}`;
  const ran = ranMs === null ? '' : ` · ran ${formatDuration(ranMs)}${spent}`;
  const owner = ownerName(state.accounts, accountId);
  const parts = [gpu, money(facts), owner].filter((part) => part !== null);
  const advice = noteSentence(findVm(state, event) ?? {}) ?? adviceOf(change, event, state);
  const body = [...(parts.length === 0 ? [] : [parts.join(' · ')]), advice].join('. ');
  return { title: `${title}${ran}`, body };
}

/** A VM that turned running while the app was watching, and on which SSH has not answered for minutes. */
function noLoginText(event: Of<'noLogin'>, state: AppState): EventWords {
  const { accountId, name } = event;
  const vm = findVm(state, event) ?? UNLISTED;
  const end = endLabel(accountOf(state, accountId), vm).toLowerCase();
  const text = `SSH has not answered for 5 min. Check it in the console, or ${end} it.`;
  return { title: `${name} is running`, body: withVmFacts(state, event, text) };
}

/** A VM on which SSH answers. A click copies a command that is not short enough to type; no message has a command. */
function readyText({ accountId, vmId, name, perHour }: Of<'ready'>, state: AppState) {
  const command = state.vmSshAccess[vmKey(accountId, vmId)]?.command ?? null;
  const isCopied = command !== null && state.ssh.include !== 'active';
  return {
    title: `You can log in to ${name}`,
    body: perHour === null ? '' : `${formatRate(perHour)}.`,
    hint: isCopied ? `Click to copy: ${command}` : (command ?? 'Click to see its details.'),
    ...(isCopied && { copy: { accountId, vmId, what: 'ssh' } }),
  } satisfies EventWords;
}

function priceText({ at, filter, offer }: PriceEvent, now: number): EventWords {
  const { gpu, gpuCount, cloud, where, perGpuHour } = offer;
  const places = [cloud, where ?? ''].map(shortLabel);
  const place = joined([gpuCount === null ? '' : `${gpuCount} ×`, ...places]);
  return {
    title: `${shortLabel(gpu)} for ${formatRate(perGpuHour)} per GPU`,
    body: `${place}. Read at ${asOfTime(at, now)}. Your price alert: ${filterText(filter)}.`,
    hint: 'Click to see the offers.',
    destination: { kind: 'offers', filter },
  };
}

function wordsOf(event: AppEvent, state: AppState, now: number): EventWords {
  switch (event.kind) {
    case 'vm':
      return vmText(event, state);
    case 'ready':
      return readyText(event, state);
    case 'noLogin':
      return noLoginText(event, state);
    case 'alertOpened':
    case 'alertClosed':
      return alertText(event, state);
    case 'autoStop':
      return autoStopText(event, state, now);
    case 'price':
      return priceText(event, now);
    case 'notDone': {
      const title = notDoneTitle(event.name, event.operation);
      return { title, body: withVmFacts(state, event, event.why) };
    }
    case 'text':
      return { title: event.title, body: event.body };
  }
}

/** The words for an event alone, without amounts where they are hidden. */
export function textOf(event: AppEvent, state: AppState, now: number): EventText {
  const vm =
    'vmId' in event && ({ kind: 'vm', accountId: event.accountId, vmId: event.vmId } as const);
  const { title, body, ...words } = wordsOf(event, state, now);
  const shown = hiding(state.preferences);
  return {
    destination: vm || { kind: 'alerts' },
    ...words,
    title: shown(title),
    body: shown(body),
  };
}

export function topicOf(event: AppEvent): MessageTopic {
  if (event.kind === 'text') return event.topic;
  if ('rule' in event && event.rule === 'noData') return 'data';
  if (event.kind === 'autoStop' && isAsPlanned(event)) return 'autoStop';
  const isStart = event.kind === 'notDone' && event.operation === 'start';
  return isStart || ['vm', 'ready', 'noLogin'].includes(event.kind) ? 'vm' : 'money';
}

const MANY: { readonly [Kind in AppEvent['kind']]?: string } = {
  ready: 'VMs are ready to log in',
  noLogin: 'VMs are running, but SSH doesn’t answer',
  alertOpened: 'new alerts',
  price: 'price alerts',
};

/** The words after the number of several, by which events are joined; null: each stays alone. */
export function manyOf(event: AppEvent): string | null {
  if (event.kind === 'vm')
    return event.facts ? `VMs ${CHANGE_WORDS[event.facts.change].many}` : null;
  if (event.kind === 'alertClosed')
    return hasEndText(event) ? 'alerts have ended' : 'other alerts have ended';
  return MANY[event.kind] ?? null;
}

/** The alert that it is about; null: none. */
export function alertKeyOf(event: AppEvent): string | null {
  if (event.kind === 'text') return event.alert;
  if (event.kind !== 'alertOpened' && event.kind !== 'alertClosed') return null;
  const { rule, accountId, alert } = event;
  return [rule, accountId, alert?.subject.vmId].join();
}

/** The tray says the end of most alerts. */
export const isOnDesktop = (event: AppEvent) =>
  event.kind !== 'text' && (event.kind !== 'alertClosed' || hasEndText(event));
