import type { AppAccount } from '../../shared/app/index.ts';
import { billedNow, type Spend, type Vm, vmName, vmPhase } from '../../shared/domain/index.ts';
import { clipped, formatDuration, formatRate, printable } from '../../shared/format/index.ts';
import type { PollReport, VmEvent } from '../monitor/index.ts';
import type { SshHost } from '../ssh/index.ts';
import type { Notification } from './application.ts';

/** What a message depends on besides the event. */
export interface NotificationContext {
  readonly account: AppAccount;
  /** More than one account: then each message names its own. */
  readonly hasOthers: boolean;
  /** Stands before amounts; null where amounts are hidden. */
  readonly currency: string | null;
  /** How long the computer slept, ms; null where that is not known. */
  readonly awayMs: number | null;
}

/** What to say of an event, after the VM's name; null for what nobody needs to be told. */
function happening(event: VmEvent): string | null {
  switch (event.kind) {
    case 'appeared':
      return null;
    case 'gone':
      return 'is gone';
    case 'statusChanged':
      return statusHappening(event.to);
  }
}

function statusHappening(status: string): string | null {
  switch (vmPhase(status)) {
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

/** The service's names can be pages long, and what a desktop does with such a message is its own affair. */
const MAX_NAME = 60;
const MAX_WORD = 30;
const MAX_NAMED = 5;

const word = (text: string) => clipped(printable(text), MAX_WORD);

/** Of a VM that is gone the spend may have been told a moment before, and what it was is not what it costs. */
function billedOf({ kind, vm }: VmEvent, spend: Spend | null): number | null {
  return kind === 'gone' ? null : billedNow(vm, spend);
}

function details(event: VmEvent, spend: Spend | null, context: NotificationContext): string {
  const { vm } = event;
  const { account, hasOthers, currency } = context;
  const gpu = vm.gpuType === null ? [] : [`${vm.gpuCount ?? '?'} × ${word(vm.gpuType)}`];
  const billed = billedOf(event, spend);
  const rate = currency === null || billed === null ? [] : [formatRate(billed, currency)];
  const owner = hasOthers ? [word(account.label)] : [];
  return [...gpu, ...rate, ...owner].join(' · ');
}

/** The first few, and how many more. */
function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_NAMED;
  const named = titles.slice(0, MAX_NAMED).join('; ');
  return more > 0 ? `${named}; and ${more} more` : named;
}

function summary(told: readonly string[], context: NotificationContext): Notification {
  const away =
    context.awayMs === null ? 'While you were away' : `${formatDuration(context.awayMs)} away`;
  const owner = context.hasOthers ? ` · ${word(context.account.label)}` : '';
  return { title: `${away}${owner}`, body: listed(told), destination: { kind: 'vms' } };
}

/** More at once are told as one. */
const MAX_SINGLE = 3;

/** The messages for what a poll changed: one per VM, or one for all after a sleep and where there are many. */
export function notificationsOf(
  report: PollReport,
  context: NotificationContext,
): readonly Notification[] {
  const told = report.events.flatMap((event) => {
    const what = happening(event);
    return what === null
      ? []
      : [{ event, title: `${clipped(vmName(event.vm), MAX_NAME)} ${what}` }];
  });
  if (told.length === 0) return [];
  const titles = told.map(({ title }) => title);
  if (report.isAfterWake) return [summary(titles, context)];
  if (told.length > MAX_SINGLE) {
    const body = listed(titles);
    return [{ title: `${told.length} VMs changed`, body, destination: { kind: 'vms' } }];
  }
  return told.map(({ event, title }) => ({
    title,
    body: details(event, report.after.spend.value, context),
    destination: { kind: 'vm', accountId: context.account.id, vmId: event.vm.id },
  }));
}

/** For a VM that turned running while the app was watching, once SSH answers. */
export function readyNotification({ accountId, vmId, alias }: SshHost, vm: Vm): Notification {
  return {
    title: `You can log in to ${clipped(vmName(vm), MAX_NAME)}`,
    body: `ssh ${alias}`,
    destination: { kind: 'vm', accountId, vmId },
  };
}
