import {
  ALERT_RULES,
  type AlertRule,
  type AlertSubject,
  type AppState,
  alertBody,
  alertTitle,
  isAlertRule,
  limitOf,
  STATUS_RULES,
  type StatusRule,
} from '../../shared/app/index.ts';
import { billedNow, knownVms, runningSince, vmName, vmPhase } from '../../shared/domain/index.ts';
import { clipped } from '../../shared/format/index.ts';
import { verdictOf, weekOf } from '../alerts/index.ts';
import type { HistoryEvent } from '../history/events.ts';
import type { History } from '../history/history.ts';
import { ALL, dayStart, type Span, spendBetween, stoppedSeries, TOTAL } from '../history/spans.ts';
import type { Notification } from './application.ts';
import { statusMessage } from './notifications.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What a rule would have done is counted over this many days. */
const DAYS = 7;
const MAX_EVENTS = 5_000;
const MAX_NAME = 60;

type Read = Pick<History, 'spans' | 'events' | 'vms'>;
type VmHistoryEvent = Extract<HistoryEvent, { kind: 'vm' }>;

/** How often a rate went above the limit. Times without a rate neither begin nor end an alert. */
function timesAbove(spans: readonly Span[], limit: number): number {
  let isOpen = false;
  let times = 0;
  for (const { rate, measuredMs } of spans) {
    // Shorter ones are not confirmed.
    if (measuredMs < MINUTE_MS) continue;
    const verdict = verdictOf(rate, limit, false);
    if (!isOpen && verdict === 'over') times += 1;
    if (verdict !== 'between') isOpen = verdict === 'over';
  }
  return times;
}

function daysAbove(history: Read, limit: number, now: number): number {
  const days = Array.from({ length: DAYS + 1 }, (_, ago) => dayStart(now) - ago * DAY_MS);
  return days.filter((from) => {
    const to = Math.min(from + DAY_MS, now);
    return spendBetween(history.spans(ALL, TOTAL, from, to), from, to).amount > limit;
  }).length;
}

/** How many runs reached the limit in that time: those that the events began, and those of VMs that still run. */
function longRuns(
  events: readonly VmHistoryEvent[],
  app: AppState,
  limit: number,
  now: number,
): number {
  const began = new Map<string, number>();
  const reached: number[] = [];
  const end = (key: string, at: number) => {
    const start = began.get(key);
    if (start !== undefined && at - start > limit * HOUR_MS) reached.push(start + limit * HOUR_MS);
    began.delete(key);
  };
  for (const { accountId, vmId, status, at } of events.toSorted((a, b) => a.at - b.at)) {
    const key = `${accountId}/${vmId}`;
    end(key, at);
    if (status !== null && vmPhase(status) === 'running') began.set(key, at);
  }
  for (const [accountId, snapshot] of Object.entries(app.snapshots))
    for (const vm of knownVms(snapshot)) {
      const since = runningSince(vm);
      if (since !== null) began.set(`${accountId}/${vm.id}`, since);
    }
  for (const key of [...began.keys()]) end(key, now);
  return reached.filter((at) => at > now - DAYS * DAY_MS).length;
}

/** From when on a VM had been stopped for more than a day. @param stopped 1 or 0; a gap ends nothing */
function longStops(stopped: readonly Span[]): readonly { from: number; to: number }[] {
  let since: number | null = null;
  return stopped.flatMap(({ start, end, rate }) => {
    since = rate < 0.5 ? null : (since ?? start);
    const from = since === null ? end : Math.max(start, since + DAY_MS);
    return from < end ? [{ from, to: end }] : [];
  });
}

/** In how many weeks an account's VMs were stopped and billed; null: the status of none is known. */
function weeksStopped(history: Read, accountId: string, now: number): number | null {
  const from = now - DAYS * DAY_MS;
  const weeks = new Set<number>();
  let isKnown = false;
  for (const vm of history.vms(accountId, from, now)) {
    const stopped = history.spans(accountId, stoppedSeries(vm), from - DAY_MS, now);
    isKnown ||= stopped.length > 0;
    for (const stop of longStops(stopped))
      for (const span of history.spans(accountId, vm, Math.max(stop.from, from), stop.to))
        if (span.rate > 0) for (const at of [span.start, span.end - 1]) weeks.add(weekOf(at));
  }
  return isKnown ? weeks.size : null;
}

const STATUSES: Readonly<Record<StatusRule, readonly (string | null)[]>> = {
  vmInterrupted: ['interrupted'],
  vmFailed: ['failed'],
  vmOffline: ['offline'],
  vmRunning: ['running'],
  vmGone: ['destroyed', null],
};

/** How often each rule would have notified in the last seven days, were it on; null: the history has not what it looks at. */
export function replayRules(history: Read, app: AppState, now: number) {
  const from = now - DAYS * DAY_MS;
  const past = history.events(from, MAX_EVENTS);
  const vms = past.filter((event) => event.kind === 'vm');
  const timesOf = (rule: AlertRule, limit: number): number | null => {
    switch (rule) {
      case 'hourlyRate':
        return timesAbove(history.spans(ALL, TOTAL, from, now), limit);
      case 'accountRate':
        return app.accounts.reduce(
          (times, { id }) => times + timesAbove(history.spans(id, TOTAL, from, now), limit),
          0,
        );
      case 'spendToday':
        return daysAbove(history, limit, now);
      case 'runningLong':
        return longRuns(vms, app, limit, now);
      case 'stoppedBilled':
        return app.accounts
          .map(({ id }) => weeksStopped(history, id, now))
          .filter((weeks) => weeks !== null)
          .reduce<number | null>((sum, weeks) => (sum ?? 0) + weeks, null);
      case 'noData':
        return past.filter(
          (event) =>
            event.kind === 'gap' &&
            event.cause === 'noData' &&
            event.at - event.from > limit * MINUTE_MS,
        ).length;
      default:
        return null;
    }
  };
  const rules = Object.keys(ALERT_RULES) as AlertRule[];
  const statuses = Object.keys(STATUS_RULES) as StatusRule[];
  return [
    ...rules.flatMap((rule) => {
      const limit = limitOf(rule, { ...app.preferences[rule], isOn: true });
      return limit === null ? [] : [{ rule, times: timesOf(rule, limit) }];
    }),
    ...statuses.map((rule) => ({
      rule,
      times: vms.filter(({ status, what }) => what !== null && STATUSES[rule].includes(status))
        .length,
    })),
  ];
}

const OF_VMS: readonly AlertRule[] = ['runningLong', 'idle', 'finished', 'stoppedBilled'];
const OF_ACCOUNTS: readonly AlertRule[] = ['accountRate', 'balanceLow', 'balanceEnds', 'noData'];
const EXAMPLE_REASONS: Partial<Record<AlertRule, string>> = {
  idle: 'CPU 2 %, RAM 6 %',
  finished: 'GPU 0 %, VRAM 84 %',
  balanceEnds: '19 h left',
};

/** What a rule finds in the example. */
function exampleSubject(rule: AlertRule, app: AppState, limit: number): AlertSubject {
  const [account] = app.accounts;
  const snapshot = account === undefined ? undefined : app.snapshots[account.id];
  const [vm] = snapshot === undefined ? [] : knownVms(snapshot);
  const isOfAccount = OF_ACCOUNTS.includes(rule);
  const name = isOfAccount ? account?.label : vm && vmName(vm);
  const rate = vm === undefined ? null : billedNow(vm, snapshot?.spend.value ?? null);
  const isOfVm = OF_VMS.includes(rule);
  return {
    ...{
      accountId: null,
      vmId: null,
      isLowerBound: false,
      value: limit * (rule === 'balanceLow' ? 0.8 : 1.2),
    },
    name: clipped(name ?? 'train-1', MAX_NAME),
    ratePerHour: isOfVm ? rate : null,
    reason: EXAMPLE_REASONS[rule] ?? null,
  };
}

/** A notification as the rule would send it. */
export function exampleNotification(rule: AlertRule | StatusRule, app: AppState): Notification {
  const destination = { kind: 'alerts' } as const;
  if (!isAlertRule(rule)) {
    const { name } = exampleSubject('runningLong', app, 1);
    return {
      title: `Example: ${name} ${statusMessage(STATUSES[rule][0] ?? null)}`,
      body: 'Nothing has changed.',
      destination,
    };
  }
  const limit = app.preferences[rule].limit ?? 1;
  const about = { ...exampleSubject(rule, app, limit), rule, limit };
  const body = alertBody(about, app.preferences);
  return { title: `Example: ${alertTitle(about)}`, body, destination };
}
