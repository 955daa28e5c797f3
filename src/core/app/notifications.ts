import {
  type AppAccount,
  type AppState,
  accountTag,
  alertDetail,
  alertTitle,
} from '../../shared/app/index.ts';
import { billedNow, type Spend, type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { clipped, formatDuration, formatRate, printable } from '../../shared/format/index.ts';
import type { OpenedAlert } from '../alerts/index.ts';
import type { PollReport, VmEvent } from '../monitor/index.ts';
import type { VmRef } from '../ssh/index.ts';
import type { Notification } from './application.ts';

// All texts of notifications and notices. Names from the service can be pages long and contain control characters.

const MAX_NAME = 60;
const MAX_LABEL = 30;
const MAX_LISTED = 5;
/** More events than this are one notification. */
const MAX_SINGLE = 3;

const label = (text: string) => clipped(printable(text), MAX_LABEL);
const name = (vm: Vm) => clipped(vmName(vm), MAX_NAME);

interface Context {
  readonly account: AppAccount;
  /** Names the account where there are several. */
  readonly owner: string | null;
  /** Null: amounts are hidden. */
  readonly currency: string | null;
  /** How long the computer slept, ms; null: unknown. */
  readonly awayMs: number | null;
}

/** What happened to the VM, after its name; null: not notified. */
export function happening(event: VmEvent): string | null {
  if (event.kind === 'appeared') return null;
  if (event.kind === 'gone') return 'is gone';
  switch (vmPhase(event.to)) {
    case 'running':
      return 'is running';
    case 'interrupted':
      return 'was interrupted';
    case 'failed':
      return 'has failed';
    case 'offline':
      return 'is offline';
    case 'destroyed':
      return 'was destroyed';
    case 'changing':
    case 'stopped':
    case 'unknown':
      return null;
  }
}

function details({ kind, vm }: VmEvent, spend: Spend | null, context: Context): string {
  const { owner, currency } = context;
  const gpu = vm.gpuType === null ? [] : [`${vm.gpuCount ?? '?'} × ${label(vm.gpuType)}`];
  // The spend may be older than the list, so that it still bills a VM that is gone.
  const billed = kind === 'gone' ? null : billedNow(vm, spend);
  const rate = currency === null || billed === null ? [] : [formatRate(billed, currency)];
  return [...gpu, ...rate, ...(owner === null ? [] : [owner])].join(' · ');
}

/** The first few, and how many more. */
function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_LISTED;
  const first = titles.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}

function summary(titles: readonly string[], { owner, awayMs }: Context): Notification {
  const duration = awayMs === null ? '' : ` (${formatDuration(awayMs)})`;
  const suffix = owner === null ? '' : ` · ${owner}`;
  return {
    title: `While you were away${duration}${suffix}`,
    body: listed(titles),
    destination: { kind: 'vms' },
  };
}

/** One notification per VM, or one for all after a sleep and when many changed. */
function statusNotifications(report: PollReport, context: Context): readonly Notification[] {
  const changes = report.events.flatMap((event) => {
    const what = happening(event);
    return what === null ? [] : [{ event, title: `${name(event.vm)} ${what}` }];
  });
  if (changes.length === 0) return [];
  const titles = changes.map(({ title }) => title);
  if (report.isAfterWake) return [summary(titles, context)];
  if (changes.length > MAX_SINGLE)
    return [
      {
        title: `${changes.length} VMs changed`,
        body: listed(titles),
        destination: { kind: 'vms' },
      },
    ];
  return changes.map(({ event, title }) => ({
    title,
    body: details(event, report.after.spend.value, context),
    destination: { kind: 'vm', accountId: context.account.id, vmId: event.vm.id },
  }));
}

/** One notification for each alert that opened. */
export function alertNotifications(
  opened: readonly OpenedAlert[],
  { hideAmounts, currency }: AppState['preferences'],
): readonly Notification[] {
  return opened.map((one) => ({
    title: alertTitle(one.alert),
    body: hideAmounts ? '' : alertDetail(one.alert, one, currency),
    destination: { kind: 'alerts' },
  }));
}

/**
 * The notifications for a poll.
 * @param state after the poll
 * @param opened the alerts that opened with it
 * @param awayMs how long the computer slept last; null: not since the start
 */
export function pollNotifications(
  report: PollReport,
  { accounts, preferences }: AppState,
  opened: readonly OpenedAlert[],
  awayMs: number | null,
): readonly Notification[] {
  const account = accounts.find(({ id }) => id === report.accountId);
  const currency = preferences.hideAmounts ? null : preferences.currency;
  const owner = accountTag(accounts, report.accountId)?.short ?? null;
  const context = { owner, currency, awayMs };
  const changes =
    account !== undefined && preferences.notifyStatusChanges
      ? statusNotifications(report, { account, ...context })
      : [];
  return [...changes, ...alertNotifications(opened, preferences)];
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

const and = new Intl.ListFormat('en', { type: 'conjunction' });

/** The notice that accounts show the same VMs. @param owners the accounts of each owner */
export function ownersNotice(owners: readonly (readonly AppAccount[])[]): string {
  const sentences = owners.map((accounts) => {
    const names = accounts.map((account) => `“${label(account.label)}”`);
    return `${and.format(names)} show the same VMs, so they count once.`;
  });
  return sentences.join(' ');
}
