import { type AppAccount, accountTag } from '../../../shared/accounts/index.ts';
import type { StatusRule } from '../../../shared/alerts/alert-rules.ts';
import { earliestEnd, SELF_STOP_MS } from '../../../shared/auto-stop/armed-record.ts';
import {
  type AccountState,
  asLastSeen,
  noteSentence,
  runCost,
  runningSince,
  shortName,
  type Vm,
  vmsOf,
} from '../../../shared/domain/index.ts';
import {
  formatDuration,
  formatMoney,
  formatRate,
  MINUTE_MS,
  shortLabel,
} from '../../../shared/format/index.ts';
import { endLabel, operationLabel } from '../../../shared/operations/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { type StatusPhrase, statusPhrase } from '../../../shared/vms/status-phrase.ts';
import type { Evaluation } from '../../alerts/index.ts';
import type { PollReport, VmEvent } from '../../monitor/index.ts';
import { alertNotifications, endNotifications } from '../alerts/index.ts';
import { isVmMuted, readyAwaited } from '../kernel/lookups.ts';
import { latestOfAlerts, listed } from '../kernel/notification-text.ts';
import type { Notification } from '../kernel/ports.ts';

function adviceOf(rule: StatusRule, vm: Vm, account: AppAccount): string {
  const destroy = operationLabel('destroy', vm);
  switch (rule) {
    case 'vmRunning':
      return lackOf(account, 'stop') === null ? 'Log in, or set when it stops.' : 'Log in.';
    case 'vmInterrupted':
      if (vm.autoRestart === true) return 'It restarts when its node has room.';
      return vm.operations?.includes('start') === false
        ? `${destroy} it if you no longer need it.`
        : `Start it again, or ${destroy.toLowerCase()} it if you no longer need it.`;
    case 'vmFailed':
      return `Check it in the console, and ${destroy.toLowerCase()} it if it is billed.`;
    case 'vmOffline':
      return 'Its node does not respond. Check it in the console if that lasts.';
    case 'vmStopped':
      return `${destroy} it if you no longer need it.`;
    case 'vmGone':
      return 'Check the console if you did not destroy it.';
    case 'vmAppeared':
      return `${endLabel(account, vm)} it if you did not launch it.`;
    case 'vmUnknown':
      return 'Check it in the console.';
  }
}

interface Context {
  readonly owner: string | null;
  readonly account: AppAccount;
  readonly hideAmounts: boolean;
  readonly now: number;
}

/** Whether a launch, a stop or a destroy in this app caused the change. */
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
  return kind === 'statusChanged' && vm.phase === 'stopped' && operation !== 'start';
}

/** Its auto-stop tells that it stopped itself, as armed. */
function isArmedStop({ kind, vm }: VmEvent, accountId: string, state: AppState, now: number) {
  const { armed } = state.autoStops[vmKey(accountId, vm.id)] ?? {};
  if (kind !== 'statusChanged' || vm.phase !== 'stopped' || !armed?.stops) return false;
  const sinceMs = now - earliestEnd(armed.stops);
  return armed.isConfirmed && sinceMs >= -MINUTE_MS && sinceMs <= SELF_STOP_MS;
}

function isNotified(
  event: VmEvent,
  { rule }: StatusPhrase,
  { accountId }: PollReport,
  state: AppState,
  now: number,
): boolean {
  const { preferences } = state;
  const isMuted = isVmMuted(preferences, { accountId, vmId: event.vm.id });
  if (!preferences[rule].isOn || isMuted || isAskedHere(event, accountId, state)) return false;
  return !isArmedStop(event, accountId, state, now);
}

function lastRecord(state: AccountState, vmId: string): Vm | undefined {
  const vm = vmsOf(state).find(({ id }) => id === vmId);
  return vm && asLastSeen(vm);
}

/** The rate; for an interrupted or stopped VM the rate before and of its disk. Null: unknown. */
function money(event: VmEvent, { before }: PollReport): string | null {
  const { kind, vm } = event;
  // The spend may be older than the list, and bill a VM that is gone.
  const now = kind === 'gone' ? null : vm.billed.perHour;
  if (kind !== 'statusChanged' || !['interrupted', 'stopped'].includes(vm.phase))
    return now === null ? null : formatRate(now);
  const was = lastRecord(before, vm.id)?.billed.perHour ?? null;
  const disk = now !== null && (was === null || now < was) ? formatRate(now) : null;
  if (was === null) return disk === null ? null : `Disk now ${disk}`;
  return `Was ${formatRate(was)}${disk === null ? '' : `, disk now ${disk}`}`;
}

/** ` · ran 33 d · $554.40` of a VM that is gone; '' where it did not run. */
function lastRun(
  { vm, kind }: VmEvent,
  { before }: PollReport,
  { hideAmounts, now }: Context,
): string {
  const known = lastRecord(before, vm.id) ?? vm;
  const since = runningSince(known);
  const isGone = kind === 'gone' || vm.phase === 'destroyed';
  if (!isGone || since === null) return '';
  const cost = hideAmounts ? null : runCost(known, now);
  const shown = cost === null || hideAmounts ? '' : ` · ${formatMoney(cost)}`;
  return ` · ran ${formatDuration(now - since)}${shown}`;
}

function details(
  event: VmEvent,
  report: PollReport,
  { rule }: StatusPhrase,
  { account, owner, hideAmounts }: Context,
): string {
  const { gpuType, gpuCount } = event.vm;
  const gpu = gpuType === null ? null : `${gpuCount ?? '?'} × ${shortLabel(gpuType)}`;
  const amounts = hideAmounts ? null : money(event, report);
  const advice = noteSentence(event.vm) ?? adviceOf(rule, event.vm, account);
  const facts = [gpu, amounts, owner].filter((part) => part !== null).join(' · ');
  return facts === '' ? advice : `${facts}. ${advice}`;
}

/** The notifications of a sleep as one, alerts first. */
export function wakeSummary(found: readonly Notification[], awayMs: number): Notification {
  // A negative duration: the clock was set back.
  const duration = awayMs >= MINUTE_MS ? ` (${formatDuration(awayMs)})` : '';
  const rank = ({ destination }: Notification) => Number(destination.kind !== 'alerts');
  const titles = latestOfAlerts(found)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ title }) => title);
  const title = `While you were away${duration}`;
  return { title, body: listed(titles), parts: found, destination: { kind: 'vms' } };
}

function statusNotifications(
  report: PollReport,
  state: AppState,
  context: Context,
): readonly Notification[] {
  const isAwaited = readyAwaited(state, report.accountId);
  const changes = report.events.flatMap((event) => {
    const phrase = statusPhrase(event);
    if (phrase === null || !isNotified(event, phrase, report, state, context.now)) return [];
    const isStart = event.kind === 'statusChanged' && event.vm.phase === 'running';
    return isStart && !report.isAfterWake && isAwaited(event.vm) ? [] : [{ event, phrase }];
  });
  const kinds = Map.groupBy(changes, ({ phrase }) => phrase.many);
  return changes.map(({ event, phrase }) => {
    const { kind, vm } = event;
    const name = shortName(vm);
    // Those of a kind become one notification without details, which take long for thousands of VMs.
    const isAlone = kinds.get(phrase.many)?.length === 1;
    return {
      title: `${name} ${phrase.text}${isAlone ? lastRun(event, report, context) : ''}`,
      body: isAlone ? details(event, report, phrase, context) : '',
      batch: {
        many: `VMs ${phrase.many}`,
        name,
        ratePerHour: kind === 'gone' ? null : vm.billed.perHour,
      },
      topic: 'vm',
      destination: { kind: 'vm', accountId: report.accountId, vmId: vm.id },
    };
  });
}

/** @param state after the poll */
export function pollNotifications(
  report: PollReport,
  state: AppState,
  { opened, ended }: Pick<Evaluation, 'opened' | 'ended'>,
  now: number,
): readonly Notification[] {
  const { accounts, preferences } = state;
  const { hideAmounts } = preferences;
  const owner = accountTag(accounts, report.accountId)?.short ?? null;
  const ofAlerts = [...alertNotifications(opened, state), ...endNotifications(ended, state, now)];
  const account = findAccount(state, report.accountId);
  if (account === undefined) return ofAlerts;
  return [...statusNotifications(report, state, { account, owner, hideAmounts, now }), ...ofAlerts];
}
