import type { Alert, RecentEvent } from '../../../shared/alerts/alert.ts';
import type { RecordedEvent } from '../../../shared/alerts/recorded-event.ts';
import { vmsOf } from '../../../shared/domain/account-state.ts';
import { asLastSeen, runningSince, shortName } from '../../../shared/domain/vm.ts';
import { clipped, shortLabel } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { changeOf, changeText } from '../../../shared/vms/vm-change.ts';
import { type Evaluation, type FiringAlert, firingAlerts } from '../../alerts/index.ts';
import type { AlertEvent, VmChanged } from '../../events/index.ts';
import { lookupIn, type PollReport } from '../../monitor/index.ts';
import type { CoreState } from './state-store.ts';

/** Older events are in the history only. */
export const MAX_RECENT_EVENTS = 50;
/** Events that the history has not taken yet, for example while the disk is full: as many as the history keeps. */
const MAX_UNRECORDED = 20_000;
const MAX_STATUS = 60;
const MAX_NAMES = 200;

/** The changes of VMs that a poll found, in its order. */
export function vmEvents(
  { accountId, events, before }: PollReport,
  now: number,
): readonly VmChanged[] {
  if (events.length === 0) return [];
  const known = lookupIn(vmsOf(before));
  return events.map((event) => {
    const { vm, kind } = event;
    const change = changeOf(event);
    const status = kind === 'gone' ? null : clipped(vm.status, MAX_STATUS);
    const about = { kind: 'vm', at: now, accountId, vmId: vm.id, name: shortName(vm) } as const;
    if (change === null) return { ...about, status, what: vm.note ?? null };
    const was = asLastSeen(known(vm.id) ?? vm);
    const isOver = change === 'gone' || change === 'destroyed';
    const since = isOver ? runningSince(was) : null;
    const facts = {
      change,
      gpu: vm.gpuType && `${vm.gpuCount ?? '?'} × ${shortLabel(vm.gpuType)}`,
      // The spend may be older than the list, and bill a VM that is gone.
      perHour: change === 'gone' ? null : vm.billed.perHour,
      wasPerHour: known(vm.id) === undefined ? null : was.billed.perHour,
      // The provider's clock may be ahead.
      ranMs: since === null ? null : Math.max(0, now - since),
    };
    return { ...about, status, what: changeText(change, vm.status), facts };
  });
}

type Subject = Pick<Alert, 'rule' | 'limit' | 'name' | 'accountId'>;

const ofAlert = ({ rule, limit, name, accountId }: Subject) => ({
  rule,
  limit,
  ...(name !== null && { name: clipped(name, MAX_NAMES) }),
  ...(accountId !== null && { accountId }),
});

/** The alerts that closed or opened. Only alerts named by the evaluation are notified. */
export function alertEvents(
  before: Pick<AppState, 'alerts'>,
  { alerts, preferences, memory }: CoreState,
  { opened, ended }: Pick<Evaluation, 'opened' | 'ended'>,
  at: number,
): readonly AlertEvent[] {
  const open = new Set(firingAlerts(memory.alerts, preferences).map(({ id }) => id));
  const known = new Set(ended.map(({ id }) => id));
  // The next stage of an alert about a VM is no end of it.
  const isReplaced = ({ rule, accountId, vmId }: Alert) =>
    vmId !== null &&
    alerts.some((one) => one.rule === rule && one.accountId === accountId && one.vmId === vmId);
  const silent = before.alerts.filter(
    (alert) => !open.has(alert.id) && !known.has(alert.id) && !isReplaced(alert),
  );
  const about = (alert: FiringAlert) => ({ ...ofAlert({ ...alert, ...alert.subject }), alert });
  const closed = ended.map((alert) => ({ ...about(alert), openedAt: alert.openedAt }));
  const others = silent.map((alert) => ({ ...ofAlert(alert), openedAt: alert.openedAt }));
  return [
    ...[...closed, ...others].map((event) => ({ kind: 'alertClosed', at, ...event }) as const),
    ...opened.map(
      (alert) => ({ kind: 'alertOpened', at: alert.openedAt, ...about(alert) }) as const,
    ),
  ];
}

/** The panel's events: closed alerts, and VM events that have words. */
export function recentEventsOf(events: readonly RecordedEvent[]): readonly RecentEvent[] {
  return events.flatMap((event) =>
    event.kind === 'alertClosed' || (event.kind === 'vm' && event.what !== null) ? event : [],
  );
}

/** As the history keeps it. */
function recordOf(event: VmChanged | AlertEvent): RecordedEvent {
  if (event.kind === 'vm') {
    const { facts: _, ...record } = event;
    return record;
  }
  const { alert: _, ...record } = event;
  return record;
}

export function withEvents(
  core: CoreState,
  events: readonly (VmChanged | AlertEvent)[],
): CoreState {
  if (events.length === 0) return core;
  const records = events.map(recordOf);
  const added = recentEventsOf(records);
  const recentEvents = [...added, ...core.recentEvents].slice(0, MAX_RECENT_EVENTS);
  const unrecorded = [...core.memory.unrecorded, ...records].slice(-MAX_UNRECORDED);
  const memory = { ...core.memory, unrecorded };
  return { ...core, memory, ...(added.length > 0 && { recentEvents }) };
}

/** Unchanged: the same events. */
export function eventsOfAccounts(
  events: readonly RecentEvent[],
  accountIds: readonly string[],
): readonly RecentEvent[] {
  const kept = events.filter((event) =>
    event.kind === 'vm' ? accountIds.includes(event.accountId) : accountIds.length > 0,
  );
  return kept.length === events.length ? events : kept;
}
