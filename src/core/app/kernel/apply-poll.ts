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
import { figuresOf } from '../../../shared/usage/figures.ts';
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
  type Measured,
  withRate,
  withReport,
} from '../../costs/index.ts';
import type { AppEvent } from '../../events/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { withFreshness } from './freshness.ts';
import { isVmMuted } from './lookups.ts';
import { alertEvents, eventsOfAccounts, vmEvents, withEvents } from './recent-events.ts';
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

/** When the last of the costs was read: from there on, all of them grow. */
const costsAt = ({ costs, memory }: CoreState) =>
  Math.max(costs.today.asOf, ...Object.values(memory.bills).map(({ asOf }) => asOf));

/** The costs after a change of bills, rates or VMs; VMs of several accounts count once. */
function withCosts(core: CoreState, now = costsAt(core)): CoreState {
  const { memory, snapshots } = core;
  const factsOf = ({ id }: AppAccount): CostFacts => {
    const own = memory.measured[id];
    return {
      state: snapshots[id] ?? EMPTY_SNAPSHOT,
      listedAt: memory.polls[id]?.asOf ?? null,
      bill: memory.bills[id],
      measured: 0,
      ...(own?.day === utcDay(now) && { measured: own.amount, gapMs: own.gapMs }),
    };
  };
  const owners = figuresOf(core).owners.map((accounts) => accounts.map(factsOf));
  return { ...core, costs: costsOf(owners, core.costs, now) };
}

/** The costs after a poll, in a turn of their own. @param today by the history; null: it cannot be read */
export function withMeasured(
  core: CoreState,
  accountId: string,
  today: Measured | null,
  now: number,
): CoreState {
  if (today === null) return withCosts(core, now);
  const measured = { ...core.memory.measured, [accountId]: { day: utcDay(now), ...today } };
  return withCosts({ ...core, memory: { ...core.memory, measured } }, now);
}

/** The freshness of all accounts, and their bills: that of an account that is not read any more stops growing. */
function withAges(before: CoreState, now: number): CoreState {
  const core = withFreshness(before, now);
  const { memory, snapshots } = core;
  const changed = Object.entries(memory.bills).flatMap(([id, bill]) => {
    const accrued = accruedBill(bill, snapshots[id] ?? EMPTY_SNAPSHOT, now);
    return accrued === bill ? [] : [[id, accrued] as const];
  });
  if (changed.length === 0) return core;
  const bills = { ...memory.bills, ...Object.fromEntries(changed) };
  return { ...core, memory: { ...memory, bills } };
}

/** As `withAges`, without a poll: with the costs, if they changed. */
export function withAgedCosts(before: CoreState, now: number): CoreState {
  const next = withAges(before, now);
  return next.memory.bills === before.memory.bills ? next : withCosts(next, now);
}

/** Counts accounts that turned out to show the same VMs once, with one notice. */
function withOwners(before: AppState, next: CoreState): CoreState {
  const named = new Set(sharedOwners(before).map(keyOf));
  return sharedOwners(next)
    .filter((accounts) => !named.has(keyOf(accounts)))
    .reduce<CoreState>((core, accounts) => {
      const ids = accounts.map(({ id }) => id);
      const names = ids.map((id) => `“${accountName(next.accounts, id)}”`);
      const text = `${listed(names)} show the same VMs, so they count once.`;
      return withNotice(core, `owners ${keyOf(accounts)}`, text, ids);
    }, next);
}

type PolledAccount = Pick<PollReport, 'accountId' | 'after' | 'asOf'>;

function withPolls(core: CoreState, report: PolledAccount, now: number): CoreState {
  const { accountId } = report;
  const { memory, environment } = core;
  const before = memory.polls[accountId] ?? NO_ACCOUNT_POLLS;
  const own = pollsAfter(before, report, environment.isOnline, now);
  return { ...core, memory: { ...memory, polls: { ...memory.polls, [accountId]: own } } };
}

/** The account's data after a poll, without events, notices and alerts: for commands that only print them. */
export function applyReading(before: CoreState, report: PolledAccount, now: number): CoreState {
  const { accountId, after, asOf } = report;
  const core = withPolls(before, report, now);
  const { freshness } = core.snapshots[accountId] ?? EMPTY_SNAPSHOT;
  const snapshots = { ...core.snapshots, [accountId]: { ...after, asOf, freshness } };
  return withAges({ ...core, snapshots }, now);
}

/** Newest first: a rule can find thousands of VMs. */
const MAX_ALERTS = 200;

function withOpenAlerts(core: CoreState): CoreState {
  const { preferences, balances, memory } = core;
  const open = firingAlerts(memory.alerts, preferences).slice(0, MAX_ALERTS);
  const alerts = open.map(({ id, rule, openedAt, limit, snoozedUntil, subject }): Alert => {
    const balance = balances[subject.accountId ?? ''];
    const line = balanceUsedUp({ rule }, balance) ?? alertLine({ ...subject, rule, limit });
    const message = hiding(preferences)(line);
    const isMuted = isVmMuted(preferences, subject);
    return { ...subject, id, rule, openedAt, limit, snoozedUntil, isMuted, message };
  });
  return isDeepStrictEqual(alerts, core.alerts) ? core : { ...core, alerts };
}

/** The next state, and what happened. */
export interface Applied {
  readonly core: CoreState;
  readonly events: readonly AppEvent[];
}

/** Evaluates the rules. Closed and opened alerts become past events. */
function withEvaluation(core: CoreState, observation: Observation, now: number): Applied {
  const evaluation = evaluate(RULES, core.memory.alerts, observation, now);
  const next = applyAlertStates(core, evaluation.memory);
  const events = alertEvents(core, next, evaluation, now);
  return { core: withEvents(next, events), events };
}

/** The alerts after a poll. A cycle of the rules of all accounts ends when an account is polled again: one without answers delays nothing. */
function withPollOfAlerts(core: CoreState, { accountId, after }: PollReport, now: number): Applied {
  const { memory } = core;
  const isCounted = after.spend.problem === null;
  const isCycleOver = isCounted && (memory.cycle.size === 0 || memory.cycle.has(accountId));
  const counted = isCounted ? new Set([...memory.cycle, accountId]) : memory.cycle;
  const cycle = isCycleOver ? new Set([accountId]) : counted;
  const observation = {
    app: withoutOldAmounts(core, memory.polls, now),
    accounts: new Map([[accountId, memory.polls[accountId] ?? NO_ACCOUNT_POLLS]]),
    isCycleOver,
  };
  return withEvaluation({ ...core, memory: { ...memory, cycle } }, observation, now);
}

export function applyPoll(before: CoreState, report: PollReport, now: number): Applied {
  const polls = before.memory.polls[report.accountId] ?? NO_ACCOUNT_POLLS;
  const isGap = report.isAfterWake || !areVmsRecent(polls, now);
  const isSame = report.before === report.after;
  const changes = vmEvents(report, now);
  // The panel is sent the time of data with other data alone.
  const read = isSame
    ? withAges(withPolls(before, report, now), now)
    : applyReading(before, report, now);
  const core = withOwners(before, withEvents(read, changes));
  const rates = isSame ? core.rates : withRate(core.rates, figuresOf(core).ratePerHour, now);
  // A gap and a clock that was set change the idle times of VMs whose records stay the same.
  const vmActivity =
    isSame && !isGap
      ? core.vmActivity
      : vmTimesAfter(core.vmActivity, report, {
          now,
          isGap,
          lastAt: polls.vmsAt,
          lowBelow: core.preferences.idlePercent,
        });
  const next = withWaste({ ...core, rates, vmActivity }, now);
  const { core: evaluated, events } = withPollOfAlerts(next, report, now);
  return { core: evaluated, events: [...changes, ...events] };
}

/** The time of the account's next poll is kept while its last poll failed. @param at null: none */
export function withNextPoll<State extends AppState>(
  app: State,
  accountId: string,
  at: number | null,
): State {
  const snapshot = app.snapshots[accountId];
  const isRetried = snapshot !== undefined && accountProblem(snapshot) !== null;
  const next = isRetried && accountStatus(snapshot) !== 'live' ? at : null;
  const { [accountId]: known = null, ...others } = app.nextPolls;
  if (next === known) return app;
  return { ...app, nextPolls: next === null ? others : { ...others, [accountId]: next } };
}

/** After a 403 to a call that changes something, further calls are refused before they are sent. */
export function withWriteProblem(core: CoreState, accountId: string, problem: Problem): CoreState {
  if (problem.kind !== 'forbidden') return core;
  const { message } = describeProblem(problem);
  const wider =
    problem.provider === undefined
      ? 'Add a key with write access under Accounts'
      : 'Sign in again with an API key that can change VMs';
  const action = isScopeProblem(problem) ? wider : 'Check your account in the web console';
  const why = `${message} ${action}, or refresh to try again.`;
  return { ...core, refusedWrites: { ...core.refusedWrites, [accountId]: why } };
}

/** Offers calls that change something again. */
export function withoutWriteProblem(core: CoreState, accountId: string): CoreState {
  const { [accountId]: refused, ...refusedWrites } = core.refusedWrites;
  return refused === undefined ? core : { ...core, refusedWrites };
}

/** The accounts of the settings, each with its snapshot. Data of other accounts is dropped. */
export function applyAccounts(core: CoreState, listed: readonly AppAccount[]): CoreState {
  const { memory } = core;
  const ids = listed.map(({ id }) => id);
  const isListed = (id: string) => ids.includes(id);
  const ofListed = <T>(byId: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => isListed(id)));
  const isSameSet =
    ids.length === Object.keys(core.snapshots).length &&
    ids.every((id) => Object.hasOwn(core.snapshots, id));
  const ofOtherSet = () => ({
    vmActivity: timesOfAccounts(core.vmActivity, ids),
    nextPolls: {},
    vmCosts: ofListed(core.vmCosts),
    snapshots: Object.fromEntries(ids.map((id) => [id, core.snapshots[id] ?? EMPTY_SNAPSHOT])),
  });
  const polls = ofListed(memory.polls);
  const bills = ofListed(memory.bills);
  const alerts = ids.length === 0 ? {} : withoutAlertsOf(memory.alerts, isListed);
  const known: CoreState = {
    ...core,
    ...(isSameSet ? {} : ofOtherSet()),
    accounts: isDeepStrictEqual(listed, core.accounts) ? core.accounts : listed,
    currentLaunch: ids.includes(core.currentLaunch?.accountId ?? '') ? core.currentLaunch : null,
    rates: ids.length > 0 || core.rates.length === 0 ? core.rates : [],
    recentEvents: eventsOfAccounts(core.recentEvents, ids),
    memory: { ...memory, polls, bills, alerts },
  };
  const owned = withOwners(core, known);
  const counted = isSameSet ? owned : withMissingCosts(withCosts(owned));
  return withOpenAlerts(withNoticesIf(counted, ({ accountIds }) => accountIds.every(isListed)));
}

/** Drops the data of an account's earlier session. */
export function withoutSnapshot(core: CoreState, accountId: string): CoreState {
  const { memory } = core;
  if (core.snapshots[accountId] === undefined) return core;
  const { [accountId]: own = NO_ACCOUNT_POLLS, ...others } = memory.polls;
  const polls = { ...others, [accountId]: { ...own, asOf: null, misses: 0 } };
  const { [accountId]: _, ...bills } = memory.bills;
  const { [accountId]: __, ...vmCosts } = core.vmCosts;
  const snapshots = { ...core.snapshots, [accountId]: EMPTY_SNAPSHOT };
  return withCosts({ ...core, snapshots, vmCosts, memory: { ...memory, polls, bills } });
}

/** Why a cost is unknown, by the last report of each account. */
function withMissingCosts(core: CoreState): CoreState {
  const reports = Object.values(core.memory.bills).map(({ report }) => report);
  const lacking = reports.filter(lacksAmount);
  const { today, month } = core.costs;
  const isMissing =
    today.known === null || month.known === null || lacking.some(({ isSilent }) => !isSilent);
  const due = lacking.length > 0 ? lacking : reports;
  const retryAt = Math.min(...due.map(({ dueAt }) => dueAt));
  const problem = reports.find((own) => own.problem !== null)?.problem ?? null;
  const missingCosts = isMissing && reports.length > 0 ? { problem, retryAt } : null;
  return { ...core, missingCosts };
}

export function applyUsageReport(core: CoreState, report: BilledCosts, now: number): CoreState {
  const { memory } = core;
  const { accountId, at, vms } = report;
  const growth = growthOf(core.snapshots[accountId] ?? EMPTY_SNAPSHOT);
  const bill = withReport(memory.bills[accountId], report, growth);
  const vmCosts = { ...core.vmCosts, [accountId]: { asOf: at, month: vms } };
  const bills = { ...memory.bills, [accountId]: bill };
  const known = { ...core, vmCosts, memory: { ...memory, bills } };
  return withMissingCosts(withCosts(known, Math.max(now, core.costs.today.asOf)));
}

/** The state with other preferences, and the alerts of their rules. */
export function applyPreferences(
  before: CoreState,
  preferences: Preferences,
  now: number,
): Applied {
  const app = { ...before, preferences };
  const accounts = new Map(
    app.accounts.map(({ id }) => [id, app.memory.polls[id] ?? NO_ACCOUNT_POLLS]),
  );
  // The last known amounts: the panel shows them beside the limit.
  const observation = { app, accounts, isCycleOver: true, previous: before.preferences };
  return withEvaluation(app, observation, now);
}

export function applyAlertStates(
  core: CoreState,
  alerts: CoreState['memory']['alerts'],
): CoreState {
  return withOpenAlerts({ ...core, memory: { ...core.memory, alerts } });
}
