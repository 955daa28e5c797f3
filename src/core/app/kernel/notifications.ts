import { accountTag } from '../../../shared/accounts/index.ts';
import {
  alertBody,
  alertDuration,
  alertTitle,
  ruleMessages,
  type StatusRule,
} from '../../../shared/alerts/index.ts';
import {
  billedNow,
  draftOfOffer,
  gpusOf,
  type OfferFacts,
  type Vm,
  type VmOperation,
  vmName,
  vmPhase,
} from '../../../shared/domain/index.ts';
import {
  clipped,
  formatDuration,
  formatRate,
  printable,
  shownCurrency,
} from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/index.ts';
import type { PriceWatch } from '../../../shared/offers/index.ts';
import { canStop, notDoneTitle } from '../../../shared/operations/index.ts';
import type { Preferences } from '../../../shared/settings/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import type { AppAccount, AppState } from '../../../shared/state/index.ts';
import type { Evaluation, OpenEpisode } from '../../alerts/index.ts';
import type { PollReport, VmEvent } from '../../monitor/index.ts';
import { type VmRef, vmAddresses } from '../../ssh/index.ts';
import { findAccount, findVm } from './lookups.ts';
import type { Notification, NotificationButton } from './ports.ts';

// All texts of notifications and notices. Names from the service can be pages long and contain control characters.

const MAX_NAME = 60;
const MAX_LABEL = 30;
const MAX_LISTED = 5;
/** More events than this are one notification. */
const MAX_SINGLE = 3;
/** A shorter absence is not worth naming, and a negative one is a clock that was set back. */
const MINUTE_MS = 60_000;

const label = (text: string) => clipped(printable(text), MAX_LABEL);
const name = (vm: Vm) => clipped(vmName(vm), MAX_NAME);

interface Context {
  readonly account: AppAccount;
  /** Names the account where there are several. */
  readonly owner: string | null;
  /** Null: amounts are hidden. */
  readonly currency: string | null;
}

/** A change of a VM that a rule notifies of. */
interface Change {
  readonly rule: StatusRule;
  /** What the VM did, after its name. */
  readonly what: string;
}

/** Null: not notified. @param status what the VM turned to */
function statusChange(status: string): Change | null {
  switch (vmPhase(status)) {
    case 'running':
      return { rule: 'vmRunning', what: 'is running' };
    case 'interrupted':
      return { rule: 'vmInterrupted', what: 'was interrupted' };
    case 'failed':
      return { rule: 'vmFailed', what: 'has failed' };
    case 'offline':
      return { rule: 'vmOffline', what: 'is offline' };
    case 'destroyed':
      return { rule: 'vmGone', what: 'was destroyed' };
    case 'stopped':
      return { rule: 'vmStopped', what: 'has stopped' };
    case 'unknown':
      return { rule: 'vmUnknown', what: `has the status “${label(status)}”` };
    case 'changing':
      return null;
  }
}

function changeOf(event: VmEvent): Change | null {
  if (event.kind === 'statusChanged') return statusChange(event.to);
  // Destroyed: it was notified as such, or is no news.
  if (vmPhase(event.vm.status) === 'destroyed') return null;
  return event.kind === 'appeared'
    ? { rule: 'vmAppeared', what: 'has appeared' }
    : { rule: 'vmGone', what: 'is gone' };
}

/** What happened to the VM, after its name; null: not notified. */
export function happening(event: VmEvent): string | null {
  return changeOf(event)?.what ?? null;
}

/** Whether the change follows from a launch, a stop or a destroy in this app. */
function isAskedHere(
  { kind, vm }: VmEvent,
  accountId: string,
  { launch, operations }: AppState,
): boolean {
  // A poll may list the VM before the launch is answered.
  if (kind === 'appeared')
    return (
      launch?.accountId === accountId &&
      launch.phase !== 'failed' &&
      (launch.vmId ?? vm.id) === vm.id
    );
  const { operation = 'start' } = operations[vmKey(accountId, vm.id)] ?? {};
  return kind === 'statusChanged' && vm.status === 'stopped' && operation !== 'start';
}

/** Whether the user wants to know of it. */
function isNotified(event: VmEvent, { rule }: Change, accountId: string, state: AppState): boolean {
  const { preferences } = state;
  const isMuted = preferences.mutedVms.includes(vmKey(accountId, event.vm.id));
  return preferences[rule].isOn && !isMuted && !isAskedHere(event, accountId, state);
}

/** The rate; for an interrupted or stopped VM what it was, and what its disk still costs. Null: unknown. */
function money(event: VmEvent, { before, after }: PollReport, currency: string): string | null {
  const { kind, vm } = event;
  // The spend may be older than the list, so that it still bills a VM that is gone.
  const now = kind === 'gone' ? null : billedNow(vm, after.spend.value);
  if (kind !== 'statusChanged' || !['interrupted', 'stopped'].includes(event.to))
    return now === null ? null : formatRate(now, currency);
  const known = before.vms.value?.vms.find(({ id }) => id === vm.id);
  const was = known === undefined ? null : billedNow(known, before.spend.value);
  const disk = now !== null && (was === null || now < was) ? formatRate(now, currency) : null;
  if (was === null) return disk === null ? null : `Disk now ${disk}`;
  return `Was ${formatRate(was, currency)}${disk === null ? '' : `, disk now ${disk}`}`;
}

function details(event: VmEvent, report: PollReport, { owner, currency }: Context): string {
  const { gpuType, gpuCount } = event.vm;
  const gpu = gpuType === null ? null : `${gpuCount ?? '?'} × ${label(gpuType)}`;
  const amounts = currency === null ? null : money(event, report, currency);
  return [gpu, amounts, owner].filter((part) => part !== null).join(' · ');
}

/** The first few, and how many more. */
export function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_LISTED;
  const first = titles.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}

/** The notification's title, or those of a summary. */
export function titlesOf({ title, titles = [title] }: Notification): readonly string[] {
  return titles;
}

/** What happened while the computer slept, alerts first. @param awayMs how long it slept */
export function wakeSummary(found: readonly Notification[], awayMs: number): Notification {
  const duration = awayMs >= MINUTE_MS ? ` (${formatDuration(awayMs)})` : '';
  const [alerts, changes] = [true, false].map((isAlert) =>
    found.filter(({ destination }) => (destination.kind === 'alerts') === isAlert),
  );
  const titles = [...(alerts ?? []), ...(changes ?? [])].flatMap(titlesOf);
  const title = `While you were away${duration}`;
  return { title, body: listed(titles), titles, destination: { kind: 'vms' } };
}

/** Whether the start of a VM of the account is notified once SSH answers, which is probed, instead of at once. */
export function readyAwaited(
  { accounts, preferences }: AppState,
  accountId: string,
): (vm: Vm) => boolean {
  const account = findAccount({ accounts }, accountId);
  if (!preferences.notifyReady || account === undefined) return () => false;
  const addressOf = vmAddresses(account.baseUrl);
  return (vm) => !preferences.mutedVms.includes(vmKey(accountId, vm.id)) && addressOf(vm) !== null;
}

/** A change of a VM that the user wants to know of. */
interface NotifiedChange {
  readonly event: VmEvent;
  readonly title: string;
}

function notifiedChanges(report: PollReport, state: AppState): readonly NotifiedChange[] {
  const isAwaited = readyAwaited(state, report.accountId);
  return report.events.flatMap((event) => {
    const change = changeOf(event);
    if (change === null || !isNotified(event, change, report.accountId, state)) return [];
    const isStart = event.kind === 'statusChanged' && vmPhase(event.to) === 'running';
    const isLater = isStart && !report.isAfterWake && isAwaited(event.vm);
    return isLater ? [] : [{ event, title: `${name(event.vm)} ${change.what}` }];
  });
}

/** One notification per VM, or one for all when more than `maxSingle` changed. */
function statusNotifications(
  changes: readonly NotifiedChange[],
  report: PollReport,
  context: Context,
  maxSingle: number,
): readonly Notification[] {
  if (changes.length > maxSingle) {
    const titles = changes.map(({ title }) => title);
    const title = `${changes.length} VMs changed`;
    return [{ title, body: listed(titles), titles, destination: { kind: 'vms' } }];
  }
  return changes.map(({ event, title }) => ({
    title,
    body: details(event, report, context),
    destination: { kind: 'vm', accountId: context.account.id, vmId: event.vm.id },
  }));
}

/** Whether an alert is about a VM that the user muted. */
function isMuted(
  { subject: { accountId, vmId } }: OpenEpisode,
  { mutedVms }: Preferences,
): boolean {
  return accountId !== null && vmId !== null && mutedVms.includes(vmKey(accountId, vmId));
}

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}

/** For an alert of a VM; none where it cannot be stopped from here. */
function stopOf(state: AppState, { accountId, vmId }: OpenEpisode['subject']) {
  const account = findAccount(state, accountId);
  if (account === undefined || vmId === null) return {};
  const vm = findVm(state, { accountId: account.id, vmId });
  if (vm === undefined || !canStop(state, account, vm)) return {};
  const target = { kind: 'vm', accountId: account.id, vmId: vm.id, operation: 'stop' } as const;
  return { button: stopButton(target) };
}

/** A notification for each alert that opened, or one for many. */
export function alertNotifications(
  opened: readonly OpenEpisode[],
  state: AppState,
  maxSingle: number = MAX_SINGLE,
): readonly Notification[] {
  const { preferences } = state;
  const shown = opened.filter((episode) => !isMuted(episode, preferences));
  const about = ({ subject, ...alert }: OpenEpisode) => ({ ...alert, ...subject });
  if (shown.length > maxSingle) {
    const titles = shown.map((episode) => alertTitle(about(episode)));
    const title = `${shown.length} new alerts`;
    return [{ title, body: listed(titles), titles, destination: { kind: 'alerts' } }];
  }
  return shown.map((episode) => ({
    title: alertTitle(about(episode)),
    body: alertBody(about(episode), preferences),
    destination: { kind: 'alerts' },
    ...stopOf(state, episode.subject),
  }));
}

/** A notification for each alert that ended, unless it was snoozed. @param now ms since the epoch */
function endNotifications(
  ended: readonly OpenEpisode[],
  preferences: Preferences,
  now: number,
): readonly Notification[] {
  return ended.flatMap((episode): readonly Notification[] => {
    const { rule, subject, snoozedUntil } = episode;
    const title = ruleMessages[rule].ended?.(subject.name ?? '');
    const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
    if (title === undefined || isSnoozed || isMuted(episode, preferences)) return [];
    const duration = alertDuration(episode, now);
    const body = duration === null ? '' : `The alert was open ${duration}.`;
    return [{ title, body, destination: { kind: 'alerts' } }];
  });
}

/** What the quiet hours held. @param titles of the notifications, oldest first; at least one */
export function morningSummary(titles: readonly string[]): Notification {
  return {
    title:
      titles.length === 1 ? 'During quiet hours' : `During quiet hours: ${titles.length} messages`,
    body: listed(titles),
    destination: { kind: 'alerts' },
  };
}

/**
 * The notifications for a poll.
 * @param state after the poll
 * @param now ms since the epoch
 * @param maxSingle more VMs, or more alerts, than this are one notification
 */
export function pollNotifications(
  report: PollReport,
  state: AppState,
  { opened, ended }: Pick<Evaluation, 'opened' | 'ended'>,
  now: number,
  maxSingle: number = MAX_SINGLE,
): readonly Notification[] {
  const { accounts, preferences } = state;
  const account = findAccount(state, report.accountId);
  const currency = shownCurrency(preferences);
  const owner = accountTag(accounts, report.accountId)?.short ?? null;
  const ofAlerts = [
    ...alertNotifications(opened, state, maxSingle),
    ...endNotifications(ended, preferences, now),
  ];
  if (account === undefined) return ofAlerts;
  const context = { account, owner, currency };
  const changes = notifiedChanges(report, state);
  return [...statusNotifications(changes, report, context, maxSingle), ...ofAlerts];
}

/** For a VM that turned running while the app was watching, and on which SSH has not answered for minutes. */
export function runningNotification({ accountId, vmId }: VmRef, vm: Vm): Notification {
  return {
    title: `${name(vm)} is running`,
    body: 'SSH does not answer yet.',
    destination: { kind: 'vm', accountId, vmId },
  };
}

/** `command`: what logs in to the VM; null: unknown. `hasShortName`: it is short enough to type. */
interface ReadyCommand {
  readonly command: string | null;
  readonly hasShortName: boolean;
}

/** For a VM that turned running while the app was watching, once SSH answers. A click copies a command that is not to be typed. */
export function readyNotification(
  { accountId, vmId }: VmRef,
  vm: Vm,
  { command, hasShortName }: ReadyCommand,
): Notification {
  const ready: Notification = {
    title: `You can log in to ${name(vm)}`,
    body: command ?? '',
    destination: { kind: 'vm', accountId, vmId },
  };
  if (command === null || hasShortName) return ready;
  return { ...ready, body: `Click to copy: ${command}`, copy: { accountId, vmId, what: 'ssh' } };
}

/** The notice that these accounts show the same VMs. */
export function ownersNotice(accounts: readonly AppAccount[]): string {
  // Created here, since it takes 13 ms and few users need it.
  const and = new Intl.ListFormat('en', { type: 'conjunction' });
  const names = accounts.map((account) => `“${label(account.label)}”`);
  return `${and.format(names)} show the same VMs, so they count once.`;
}

/** For an operation that was not carried out. @param vm undefined: it is not listed @param why in sentences */
export function notDoneNotification(
  destination: VmRef,
  vm: Vm | undefined,
  operation: VmOperation,
  why: string,
): Notification {
  return {
    title: notDoneTitle(vm === undefined ? 'VM' : name(vm), operation),
    body: why,
    destination: { kind: 'vm', ...destination },
  };
}

/** A watched price was met. A click opens the form that launches a VM at it; without an account, the offers. */
export function priceNotification(
  { baseUrl, gpuType, minGpus, maxPrice }: PriceWatch,
  { offer, price }: { readonly offer: OfferFacts; readonly price: number },
  { accounts, preferences: { currency } }: Pick<AppState, 'accounts' | 'preferences'>,
): Notification {
  const account = accounts.find((one) => one.baseUrl === baseUrl);
  const free = gpusOf(offer) ?? minGpus;
  const where = offer.node === null ? '' : ` on ${label(offer.node)}`;
  return {
    title: `${label(gpuType)} for ${formatRate(price, currency)} each`,
    body: `${free} available${where}. You asked for ${minGpus} or more at ${formatRate(maxPrice, currency)} or less.`,
    destination:
      account === undefined
        ? { kind: 'offers', baseUrl }
        : { kind: 'launch', accountId: account.id, draft: draftOfOffer(offer, minGpus) },
  };
}
