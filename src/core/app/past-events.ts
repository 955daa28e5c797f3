import type { AppState, PastEvent } from '../../shared/app/index.ts';
import { vmName } from '../../shared/domain/index.ts';
import { clipped } from '../../shared/format/index.ts';
import type { PollReport } from '../monitor/index.ts';
import { happening } from './notifications.ts';

/** Of this run; older ones are dropped. */
const MAX_EVENTS = 50;
const MAX_NAME = 60;

/** The events of a poll that a notification would name, in its words. @param now ms since the epoch */
export function vmEvents(report: PollReport, now: number): readonly PastEvent[] {
  return report.events.flatMap((event) => {
    const what = happening(event);
    if (what === null) return [];
    const { id: vmId } = event.vm;
    const name = clipped(vmName(event.vm), MAX_NAME);
    return { kind: 'vm', at: now, accountId: report.accountId, vmId, name, what };
  });
}

/** The alerts that are no longer open. @param now ms since the epoch */
export function closedAlerts(before: AppState, after: AppState, now: number): readonly PastEvent[] {
  const open = new Set(after.alerts.map(({ id }) => id));
  return before.alerts
    .filter(({ id }) => !open.has(id))
    .map(({ rule, limit, openedAt }) => ({ kind: 'alert', at: now, rule, limit, openedAt }));
}

/** The state with further events, newest first. */
export function withPast(app: AppState, events: readonly PastEvent[]): AppState {
  if (events.length === 0) return app;
  return { ...app, past: [...events, ...app.past].slice(0, MAX_EVENTS) };
}

/** The state without the events of accounts that are no longer listed. */
export function withoutPastOf(app: AppState): AppState {
  const ids = new Set(app.accounts.map(({ id }) => id));
  const past = app.past.filter((event) =>
    event.kind === 'vm' ? ids.has(event.accountId) : ids.size > 0,
  );
  return past.length === app.past.length ? app : { ...app, past };
}
