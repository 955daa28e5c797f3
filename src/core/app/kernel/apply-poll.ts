import { isDeepStrictEqual } from 'node:util';
import { type AppAccount, accountName } from '../../../shared/accounts/index.ts';
import type { Alert } from '../../../shared/alerts/alert.ts';
import { alertLine, balanceUsedUp } from '../../../shared/alerts/alert-messages.ts';
import {
  accountProblem,
  accountStatus,
  UNKNOWN_STATE,
} from '../../../shared/domain/account-state.ts';
import { isScopeProblem, type Problem } from '../../../shared/domain/problem.ts';
import { describeProblem } from '../../../shared/domain/problem-text.ts';
import { hiding, listed, utcDay } from '../../../shared/format/index.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { withWaste } from '../../../shared/state/with-waste.ts';
import { figuresOf, type located } from '../../../shared/usage/figures.ts';
import {
  areVmsRecent,
  evaluate,
  firingAlerts,
  NO_ACCOUNT_POLLS,
  type Observation,
  pollsAfter,
  RULES,
  withoutAlertsOf,
  withoutOldAmounts,
} from '../../alerts/index.ts';
import {
  accruedBill,
  type BilledCosts,
  type CostFacts,
  costsOf,
  growthOf,
  lacksAmount,
  withRate,
  withReport,
} from '../../costs/index.ts';
import type { AppEvent } from '../../events/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { withFreshness } from './freshness.ts';
import { isVmMuted } from './lookups.ts';
import { alertEvents, vmEvents, withEvents, withoutRecentEventsOf } from './recent-events.ts';
import { type CoreState, withNotice, withNoticesIf } from './state-store.ts';
import { timesOfAccounts, vmTimesAfter } from './vm-activity.ts';

/** The snapshot of an account before its first poll. */
export const EMPTY_SNAPSHOT: AccountSnapshot = {
  ...UNKNOWN_STATE,
  asOf: null,
  freshness: 'starting',
};

const keyOf = (accounts: readonly AppAccount[]) => accounts.map(({ id }) => id).join(' ');

const sharedOwners = (app: AppState) => figuresOf(app).owners.filter(({ length }) => length > 1);

type Listed = ReturnType<typeof located>[number];

/** When the last of the costs was read: from there on, all of them grow. */
const costsAt = ({ app, memory }: CoreState) =>
  Math.max(app.costs.today.asOf, ...Object.values(memory.bills).map(({ asOf }) => asOf));

/** The costs after a change of bills, rates or VMs; VMs of several accounts count once. */
function withCosts(core: CoreState, now = costsAt(core)): CoreState {
  const { app, memory } = core;
  const factsOf = ({ id }: Listed): CostFacts => {
    const { day, amount = 0 } = memory.measured[id] ?? {};
    return {
      state: app.snapshots[id] ?? EMPTY_SNAPSHOT,
      listedAt: memory.polls[id]?.asOf ?? null,
      bill: memory.bills[id],
      measured: day === utcDay(now) ? amount : 0,
    };
  };
  const owners = figuresOf(app).owners.map((accounts) => accounts.map(factsOf));
  const costs = costsOf(owners, app.costs, now);
  return { app: costs === app.costs ? app : { ...app, costs }, memory };
}

/** The costs after a poll, in a turn of their own. @param amount $ of the account's day that the history has; null: unknown */
export function withMeasured(
  core: CoreState,
  accountId: string,
  amount: number | null,
  now: number,
): CoreState {
  if (amount === null) return withCosts(core, now);
  const measured = { ...core.memory.measured, [accountId]: { day: utcDay(now), amount } };
  return withCosts({ app: core.app, memory: { ...core.memory, measured } }, now);
}

/** The freshness of all accounts, and their bills: that of an account that is not read any more stops growing. */
function withAges(before: CoreState, now: number): CoreState {
  const { app, memory } = withFreshness(before, now);
  const changed = Object.entries(memory.bills).flatMap(([id, bill]) => {
    const accrued = accruedBill(bill, app.snapshots[id] ?? EMPTY_SNAPSHOT, now);
    return accrued === bill ? [] : [[id, accrued] as const];
  });
  if (changed.length === 0) return { app, memory };
  return { app, memory: { ...memory, bills: { ...memory.bills, ...Object.fromEntries(changed) } } };
}

/** As `withAges`, without a poll: with the costs, if they changed. */
export function withAgedCosts(before: CoreState, now: number): CoreState {
  const next = withAges(before, now);
  return next.memory.bills === before.memory.bills ? next : withCosts(next, now);
}

function ownersNotice(owner: readonly AppAccount[], accounts: readonly AppAccount[]): string {
  const names = owner.map(({ id }) => `“${accountName(accounts, id)}”`);
  return `${listed(names)} show the same VMs, so they count once.`;
}

/** Counts accounts that turned out to show the same VMs once, with one notice. */
function withOwners(before: AppState, next: CoreState): CoreState {
  const owners = next.app.accounts.length < 2 ? [] : sharedOwners(next.app);
  if (owners.length === 0) return next;
  const named = new Set(sharedOwners(before).map(keyOf));
  return owners
    .filter((accounts) => !named.has(keyOf(accounts)))
    .reduce<CoreState>((core, accounts) => {
      const text = ownersNotice(accounts, next.app.accounts);
      const ids = accounts.map(({ id }) => id);
      return withNotice(core, `owners ${keyOf(accounts)}`, text, ids);
    }, next);
}

type PolledAccount = Pick<PollReport, 'accountId' | 'after' | 'asOf'>;

function withPolls({ app, memory }: CoreState, report: PolledAccount, now: number): CoreState {
  const { accountId } = report;
  const before = memory.polls[accountId] ?? NO_ACCOUNT_POLLS;
  const own = pollsAfter(before, report, app.environment.isOnline, now);
  return { app, memory: { ...memory, polls: { ...memory.polls, [accountId]: own } } };
}

/** The account's data after a poll, without events, notices and alerts: for commands that only print them. */
export function applyReading(before: CoreState, report: PolledAccount, now: number): CoreState {
  const { accountId, after, asOf } = report;
  const { app, memory } = withPolls(before, report, now);
  const { freshness } = app.snapshots[accountId] ?? EMPTY_SNAPSHOT;
  const snapshots = { ...app.snapshots, [accountId]: { ...after, asOf, freshness } };
  return withAges({ app: { ...app, snapshots }, memory }, now);
}

function withChanges(
  before: CoreState,
  report: PollReport,
  events: ReturnType<typeof vmEvents>,
  now: number,
): CoreState {
  const read = applyReading(before, report, now);
  const next = withOwners(before.app, withEvents(read, events));
  const rates = withRate(next.app.rates, figuresOf(next.app).ratePerHour, now);
  return { ...next, app: { ...next.app, rates } };
}

/** Newest first: a rule can find thousands of VMs. */
const MAX_ALERTS = 200;

function withOpenAlerts({ app, memory }: CoreState): CoreState {
  const open = firingAlerts(memory.alerts, app.preferences).slice(0, MAX_ALERTS);
  const alerts = open.map(({ id, rule, openedAt, limit, snoozedUntil, subject }): Alert => {
    const balance = app.balances[subject.accountId ?? ''];
    const line = balanceUsedUp({ rule }, balance) ?? alertLine({ ...subject, rule, limit });
    const message = hiding(app.preferences)(line);
    const isMuted = isVmMuted(app.preferences, subject);
    return { ...subject, id, rule, openedAt, limit, snoozedUntil, isMuted, message };
  });
  return { app: isDeepStrictEqual(alerts, app.alerts) ? app : { ...app, alerts }, memory };
}

/** The next state, and what happened. */
export type Applied = CoreState & { readonly events: readonly AppEvent[] };

/** Evaluates the rules. Closed and opened alerts become past events. */
function withEvaluation(
  { app, memory }: CoreState,
  observation: Observation,
  now: number,
): Applied {
  const evaluation = evaluate(RULES, memory.alerts, observation, now);
  const next = withOpenAlerts({ app, memory: { ...memory, alerts: evaluation.memory } });
  const events = alertEvents(app, next, evaluation, now);
  return { ...withEvents(next, events), events };
}

/** The alerts after a poll. A cycle of the rules of all accounts ends when an account is polled again: one without answers delays nothing. */
function withPollOfAlerts(
  { app, memory }: CoreState,
  { accountId, after }: PollReport,
  now: number,
): Applied {
  const isCounted = after.spend.problem === null;
  const isCycleOver = isCounted && (memory.cycle.size === 0 || memory.cycle.has(accountId));
  const counted = isCounted ? new Set([...memory.cycle, accountId]) : memory.cycle;
  const cycle = isCycleOver ? new Set([accountId]) : counted;
  const observation = {
    app: withoutOldAmounts(app, memory.polls, now),
    accounts: new Map([[accountId, memory.polls[accountId] ?? NO_ACCOUNT_POLLS]]),
    isCycleOver,
  };
  const next = { app, memory: { ...memory, cycle } };
  return withEvaluation(next, observation, now);
}

export function applyPoll(before: CoreState, report: PollReport, now: number): Applied {
  const polls = before.memory.polls[report.accountId] ?? NO_ACCOUNT_POLLS;
  const isGap = report.isAfterWake || !areVmsRecent(polls, now);
  const isSame = report.before === report.after;
  const changes = vmEvents(report, now);
  const { app, memory } = isSame
    ? withAges(withPolls(before, report, now), now)
    : withChanges(before, report, changes, now);
  // A gap and a clock that was set change the idle times of VMs whose records stay the same.
  const vmActivity =
    isSame && !isGap
      ? app.vmActivity
      : vmTimesAfter(app.vmActivity, report, {
          now,
          isGap,
          lastAt: polls.vmsAt,
          lowBelow: app.preferences.idlePercent,
        });
  const timed = vmActivity === app.vmActivity ? app : { ...app, vmActivity };
  const next = { app: withWaste(timed, now), memory };
  const { events, ...applied } = withPollOfAlerts(next, report, now);
  return { ...applied, events: [...changes, ...events] };
}

/** The time of the account's next poll is kept while its last poll failed. @param at null: none */
export function withNextPoll(app: AppState, accountId: string, at: number | null): AppState {
  const snapshot = app.snapshots[accountId];
  const isRetried = snapshot !== undefined && accountProblem(snapshot) !== null;
  const next = isRetried && accountStatus(snapshot) !== 'live' ? at : null;
  const { [accountId]: known = null, ...others } = app.nextPolls;
  if (next === known) return app;
  return { ...app, nextPolls: next === null ? others : { ...others, [accountId]: next } };
}

/** After a 403 to a call that changes something, further calls are refused before they are sent. */
export function withWriteProblem(
  { app, memory }: CoreState,
  accountId: string,
  problem: Problem,
): CoreState {
  if (problem.kind !== 'forbidden') return { app, memory };
  const { message } = describeProblem(problem);
  const wider =
    problem.provider === undefined
      ? 'Add a key with write access under Accounts'
      : 'Sign in again with an API key that can change VMs';
  const action = isScopeProblem(problem) ? wider : 'Check your account in the web console';
  const why = `${message} ${action}, or refresh to try again.`;
  const refusedWrites = { ...app.refusedWrites, [accountId]: why };
  return { app: { ...app, refusedWrites }, memory };
}

/** Offers calls that change something again. */
export function withoutWriteProblem({ app, memory }: CoreState, accountId: string): CoreState {
  const { [accountId]: refused, ...refusedWrites } = app.refusedWrites;
  return { app: refused === undefined ? app : { ...app, refusedWrites }, memory };
}

/** The accounts of the settings, each with its snapshot. Data of other accounts is dropped. */
export function applyAccounts(
  { app, memory }: CoreState,
  listed: readonly AppAccount[],
): CoreState {
  const ids = listed.map(({ id }) => id);
  const isListed = (id: string) => ids.includes(id);
  const ofListed = <T>(byId: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => isListed(id)));
  const isSameSet =
    ids.length === Object.keys(app.snapshots).length &&
    ids.every((id) => Object.hasOwn(app.snapshots, id));
  const ofOtherSet = () => ({
    vmActivity: timesOfAccounts(app.vmActivity, ids),
    nextPolls: {},
    vmCosts: ofListed(app.vmCosts),
    snapshots: Object.fromEntries(ids.map((id) => [id, app.snapshots[id] ?? EMPTY_SNAPSHOT])),
  });
  const next: AppState = {
    ...app,
    ...(isSameSet ? {} : ofOtherSet()),
    accounts: isDeepStrictEqual(listed, app.accounts) ? app.accounts : listed,
    currentLaunch: ids.includes(app.currentLaunch?.accountId ?? '') ? app.currentLaunch : null,
    rates: ids.length > 0 || app.rates.length === 0 ? app.rates : [],
  };
  const polls = ofListed(memory.polls);
  const bills = ofListed(memory.bills);
  const alerts = ids.length === 0 ? {} : withoutAlertsOf(memory.alerts, isListed);
  const known = {
    app: withoutRecentEventsOf(next),
    memory: { ...memory, polls, bills, alerts },
  };
  const owned = withOwners(app, known);
  const counted = isSameSet ? owned : withMissingCosts(withCosts(owned));
  return withOpenAlerts(withNoticesIf(counted, ({ accountIds }) => accountIds.every(isListed)));
}

/** Drops the data of an account's earlier session. */
export function withoutSnapshot({ app, memory }: CoreState, accountId: string): CoreState {
  if (app.snapshots[accountId] === undefined) return { app, memory };
  const { [accountId]: own = NO_ACCOUNT_POLLS, ...others } = memory.polls;
  const polls = { ...others, [accountId]: { ...own, asOf: null, misses: 0 } };
  const { [accountId]: _, ...bills } = memory.bills;
  const { [accountId]: __, ...vmCosts } = app.vmCosts;
  const snapshots = { ...app.snapshots, [accountId]: EMPTY_SNAPSHOT };
  const next = { app: { ...app, snapshots, vmCosts }, memory: { ...memory, polls, bills } };
  return withCosts(next);
}

/** Why a cost is unknown, by the last report of each account. */
function withMissingCosts({ app, memory }: CoreState): CoreState {
  const reports = Object.values(memory.bills).map(({ report }) => report);
  const lacking = reports.filter(lacksAmount);
  const { today, month } = app.costs;
  const isMissing =
    today.known === null || month.known === null || lacking.some(({ isSilent }) => !isSilent);
  const due = lacking.length > 0 ? lacking : reports;
  const retryAt = Math.min(...due.map(({ dueAt }) => dueAt));
  const problem = reports.find((own) => own.problem !== null)?.problem ?? null;
  const missingCosts = isMissing && reports.length > 0 ? { problem, retryAt } : null;
  return { app: { ...app, missingCosts }, memory };
}

export function applyUsageReport(
  { app, memory }: CoreState,
  report: BilledCosts,
  now: number,
): CoreState {
  const { accountId, at, vms } = report;
  const growth = growthOf(app.snapshots[accountId] ?? EMPTY_SNAPSHOT);
  const bill = withReport(memory.bills[accountId], report, growth);
  const vmCosts = { ...app.vmCosts, [accountId]: { asOf: at, month: vms } };
  const bills = { ...memory.bills, [accountId]: bill };
  const known = { app: { ...app, vmCosts }, memory: { ...memory, bills } };
  return withMissingCosts(withCosts(known, Math.max(now, app.costs.today.asOf)));
}

/** The state with other preferences, and the alerts of their rules. */
export function applyPreferences(
  { app: before, memory }: CoreState,
  preferences: Preferences,
  now: number,
): Applied {
  const app = { ...before, preferences };
  const accounts = new Map(
    app.accounts.map(({ id }) => [id, memory.polls[id] ?? NO_ACCOUNT_POLLS]),
  );
  // The last known amounts: the panel shows them beside the limit.
  const observation = { app, accounts, isCycleOver: true, previous: before.preferences };
  return withEvaluation({ app, memory }, observation, now);
}

export function applyAlertStates(
  { app, memory }: CoreState,
  alerts: CoreState['memory']['alerts'],
): CoreState {
  return withOpenAlerts({ app, memory: { ...memory, alerts } });
}
