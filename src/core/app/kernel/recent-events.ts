import type { Alert, RecentEvent } from '../../../shared/alerts/alert.ts';
import { shortName } from '../../../shared/domain/index.ts';
import { clipped } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { statusPhrase } from '../../../shared/vms/status-phrase.ts';
import { firingAlerts } from '../../alerts/index.ts';
import type { HistoryEvent } from '../../history/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { CoreState } from './state-store.ts';

/** Older events are in the history only. */
export const MAX_RECENT_EVENTS = 50;
const MAX_STATUS = 60;
const MAX_NAMES = 200;

export function vmEvents({ accountId, events }: PollReport, now: number): readonly HistoryEvent[] {
  return events.map((event) => ({
    kind: 'vm',
    at: now,
    accountId,
    vmId: event.vm.id,
    name: shortName(event.vm),
    status: event.kind === 'gone' ? null : clipped(event.vm.status, MAX_STATUS),
    what: statusPhrase(event)?.text ?? event.vm.note ?? null,
  }));
}

/** The alerts that closed or opened; the name is missing for all accounts together. Open alerts can exceed the listed ones. */
export function alertEvents(
  before: Pick<AppState, 'alerts'>,
  { app, memory }: CoreState,
  now: number,
): readonly HistoryEvent[] {
  const open = new Set(firingAlerts(memory.alerts, app.preferences).map(({ id }) => id));
  const known = new Set(before.alerts.map(({ id }) => id));
  const factsOf = ({ rule, limit, openedAt, name, accountId }: Alert) => ({
    rule,
    limit,
    openedAt,
    ...(name !== null && { name: clipped(name, MAX_NAMES) }),
    ...(accountId !== null && { accountId }),
  });
  // The next stage of an alert about a VM is no end of it.
  const isReplaced = ({ rule, accountId, vmId }: Alert) =>
    vmId !== null &&
    app.alerts.some((one) => one.rule === rule && one.accountId === accountId && one.vmId === vmId);
  const closed = before.alerts.filter((alert) => !open.has(alert.id) && !isReplaced(alert));
  const opened = app.alerts.filter(({ id }) => !known.has(id));
  return [
    ...closed.map((alert) => ({ kind: 'alertClosed', at: now, ...factsOf(alert) }) as const),
    ...opened.map((alert) => {
      const { openedAt: at, ...facts } = factsOf(alert);
      return { kind: 'alertOpened', at, ...facts } as const;
    }),
  ];
}

/** The panel's events: closed alerts, and VM events in the words of notifications. */
export function recentEventsOf(events: readonly HistoryEvent[]): readonly RecentEvent[] {
  return events.flatMap((event): readonly RecentEvent[] => {
    if (event.kind === 'alertClosed') {
      const { at, rule, limit, openedAt, name = null } = event;
      return [{ kind: 'alert', at, rule, limit, openedAt, name }];
    }
    if (event.kind !== 'vm' || event.what === null) return [];
    const { at, accountId, vmId, name, what } = event;
    return [{ kind: 'vm', at, accountId, vmId, name, what }];
  });
}

export function withEvents({ app, memory }: CoreState, events: readonly HistoryEvent[]): CoreState {
  if (events.length === 0) return { app, memory };
  const added = recentEventsOf(events);
  const recentEvents = [...added, ...app.recentEvents].slice(0, MAX_RECENT_EVENTS);
  return {
    app: added.length === 0 ? app : { ...app, recentEvents },
    memory: { ...memory, unrecorded: [...memory.unrecorded, ...events] },
  };
}

export function withoutRecentEventsOf(app: AppState): AppState {
  const ids = new Set(app.accounts.map(({ id }) => id));
  const recentEvents = app.recentEvents.filter((event) =>
    event.kind === 'vm' ? ids.has(event.accountId) : ids.size > 0,
  );
  return recentEvents.length === app.recentEvents.length ? app : { ...app, recentEvents };
}
