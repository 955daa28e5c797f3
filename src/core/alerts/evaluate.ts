import { accountName } from '../../shared/accounts/index.ts';
import { type Snooze, UNTIL_ENDED } from '../../shared/alerts/alert.ts';
import { ALERT_RULES, type AlertRule, limitOf } from '../../shared/alerts/alert-rules.ts';
import type { AlertSubject } from '../../shared/alerts/recorded-event.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import type { Preferences } from '../../shared/settings/preferences.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { AlertState, AlertStates, FiringAlert } from './alert-states.ts';
import { type AccountPolls, NO_ACCOUNT_POLLS } from './polls.ts';

/** The result of one observation. `between`: neither clearly over nor clearly under; `unknown`: data is missing. */
export type Verdict = 'over' | 'between' | 'under' | 'unknown';

export interface Finding extends AlertSubject {
  /** Identifies the rule's subject: an account's id, a `vmKey`, or a period; '' for a rule with one subject. */
  readonly key: string;
  readonly verdict: Verdict;
  /** The alert opens or ends without a further observation. */
  readonly isCertain?: boolean;
  /** The alert opens with this snooze. */
  readonly snoozedUntil?: number;
}

export const ALL_ACCOUNTS = {
  accountId: null,
  vmId: null,
  name: null,
  ratePerHour: null,
  reason: null,
} as const;

export function accountFinding(
  { app: { accounts }, accountId }: Pick<Observed, 'app' | 'accountId'>,
  found: Pick<Finding, 'value' | 'verdict' | 'reason' | 'isCertain'> & Partial<Finding>,
): Finding {
  const name = accountName(accounts, accountId);
  return { ...ALL_ACCOUNTS, key: accountId, accountId, name, isLowerBound: false, ...found };
}

/** An alert about an amount ends below this part of its limit. */
const ENDS_BELOW = 0.95;

/** Compares an amount with its limit. @param isLowerBound some data is missing and can only add to it */
export function verdictOf(value: number, limit: number, isLowerBound = false): Verdict {
  if (value > limit) return 'over';
  if (isLowerBound) return 'unknown';
  // With a limit of 0 only an amount of 0 ends the alert.
  return value < limit * ENDS_BELOW || value === 0 ? 'under' : 'between';
}

export interface Observed extends Pick<AccountPolls, 'missedMs' | 'steadySince'> {
  /** Missing or old amounts are unknown. */
  readonly app: AppState;
  /** The account that was polled; '' for a rule of all accounts. */
  readonly accountId: string;
  readonly now: number;
}

/** A condition that opens alerts, one per subject. An alert about a subject that is left out ends. Null: data is missing. */
export type Rule = (observed: Observed, limit: number) => readonly Finding[] | null;

/** Observed once per cycle over the accounts, since the polls of two accounts are not the two observations that confirm an alert. */
const OF_ALL: readonly AlertRule[] = ['hourlyRate', 'spendToday', 'monthForecast'];

export interface Observation {
  readonly app: AppState;
  readonly accounts: ReadonlyMap<string, Pick<Observed, 'missedMs' | 'steadySince'>>;
  readonly isCycleOver: boolean;
  /** The preferences before their change; default: after a poll. */
  readonly previous?: Preferences;
}

/** Consecutive observations that open or close an alert: values that fluctuate around a limit are one alert (netdata/netdata#945). */
const CONFIRMATIONS = 2;

/** Compared by identity, and not kept in the memory. */
const INACTIVE: AlertState = { phase: 'pending', confirmations: 0 };

function stepOpen(
  state: FiringAlert,
  verdict: Verdict,
  isCertain: boolean,
  subject: AlertSubject,
): AlertState {
  const endings = verdict === 'under' ? state.endings + 1 : 0;
  if (endings >= CONFIRMATIONS || (endings > 0 && isCertain)) return INACTIVE;
  // Other VMs than before.
  if (verdict === 'over' && subject.name !== state.subject.name)
    return { ...state, endings, subject };
  return endings === state.endings ? state : { ...state, endings };
}

/** @param opening the new alert @param needed observations over the limit that open it */
function step(
  state: AlertState,
  found: Finding,
  opening: Pick<FiringAlert, 'id' | 'rule' | 'limit' | 'openedAt'>,
  needed: number,
): AlertState {
  const { key: _, verdict, isCertain = false, snoozedUntil = null, ...subject } = found;
  if (verdict === 'unknown') return state;
  if (state.phase === 'firing') return stepOpen(state, verdict, isCertain, subject);
  if (verdict !== 'over') return INACTIVE;
  const confirmations = state.confirmations + 1;
  if (confirmations < needed && !isCertain) return { phase: 'pending', confirmations };
  return { ...opening, phase: 'firing', snoozedUntil, endings: 0, subject };
}

/** Firing alerts without a finding are left out. */
function stepsOf(
  kind: AlertRule,
  rule: Rule,
  memory: AlertStates,
  ofRules: ReadonlyMap<string, readonly (readonly [key: string, AlertState])[]>,
  { app, accounts, isCycleOver, previous }: Observation,
  now: number,
): readonly (readonly [key: string, before: AlertState, after: AlertState])[] {
  const limit = limitOf(kind, app.preferences[kind]);
  if (limit === null) return [];
  const isUnchanged = previous !== undefined && limitOf(kind, previous[kind]) === limit;
  const all = isCycleOver ? ([['', NO_ACCOUNT_POLLS]] as const) : [];
  const isOfAll = OF_ALL.includes(kind);
  const observed = isUnchanged ? [] : [...(isOfAll ? all : accounts)];
  const prefix = `${kind}:${limit}`;
  const states = ofRules.get(prefix) ?? [];
  /** By account; '' for a rule of all accounts. */
  const findings = new Map(
    observed.map(([accountId, polls]) => [
      accountId,
      rule({ app, accountId, ...polls, now }, limit),
    ]),
  );
  const unobserved = states.filter(([key]) => {
    const [accountId = ''] = key.slice(prefix.length + 1).split('/', 1);
    return !findings.get(isOfAll ? '' : accountId);
  });
  const needed = previous === undefined ? CONFIRMATIONS : 1;
  const found = [...findings.values()].flatMap((each) => each ?? []);
  const changed = found.flatMap((finding) => {
    // Most of thousands of VMs end here.
    if (states.length === 0 && finding.verdict !== 'over') return [];
    const alertKey = finding.key === '' ? prefix : `${prefix}:${finding.key}`;
    const before = memory[alertKey] ?? INACTIVE;
    if (before === INACTIVE && finding.verdict !== 'over') return [];
    const opening = { id: `${alertKey}@${now}`, rule: kind, limit, openedAt: now };
    return [[alertKey, before, step(before, finding, opening, needed)] as const];
  });
  return [...unobserved.map(([key, state]) => [key, state, state] as const), ...changed];
}

export type Evaluation = Readonly<ReturnType<typeof evaluate>>;

/**
 * Applies one observation to all rules, or after a change of the preferences to the changed rules, whose alerts open at once:
 * confirmations are for values that fluctuate.
 */
export function evaluate(
  rules: Readonly<Partial<Record<AlertRule, Rule>>>,
  memory: AlertStates,
  observation: Observation,
  now: number,
) {
  // Once for all rules: a rule can have thousands of states.
  const ofRules = Map.groupBy(Object.entries(memory), ([key]) => key.split(':', 2).join(':'));
  const steps = (Object.keys(ALERT_RULES) as AlertRule[]).flatMap((kind) => {
    const rule = rules[kind];
    return rule === undefined ? [] : stepsOf(kind, rule, memory, ofRules, observation, now);
  });
  const kept = steps.filter(([, , after]) => after !== INACTIVE);
  const isSame =
    kept.length === Object.keys(memory).length &&
    kept.every(([key, , after]) => memory[key] === after);
  return {
    memory: isSame ? memory : Object.fromEntries(kept.map(([key, , after]) => [key, after])),
    opened: steps.flatMap(([, { phase }, after]) =>
      phase === 'pending' && after.phase === 'firing' ? [after] : [],
    ),
    /** Without alerts that ended by a change of their rule or with their subject. */
    ended: steps.flatMap(([, before, { phase }]) =>
      before.phase === 'firing' && phase === 'pending' ? [before] : [],
    ),
  };
}

export function withoutAlertsOf(memory: AlertStates, isListed: (accountId: string) => boolean) {
  const kept = Object.entries(memory).filter(
    ([, state]) =>
      state.phase === 'pending' ||
      state.subject.accountId === null ||
      isListed(state.subject.accountId),
  );
  return kept.length === Object.keys(memory).length ? memory : Object.fromEntries(kept);
}

/** The firing alerts of the rules that are on, newest first. */
export function firingAlerts(
  memory: AlertStates,
  preferences: Preferences,
): readonly FiringAlert[] {
  return Object.values(memory)
    .filter((state) => state.phase === 'firing')
    .filter(({ rule, limit }) => limitOf(rule, preferences[rule]) === limit)
    .toSorted((a, b) => b.openedAt - a.openedAt);
}

/** @param snoozedUntil null ends the snooze */
export function withSnooze(
  memory: AlertStates,
  alertId: string,
  snoozedUntil: number | null,
): AlertStates {
  const states = Object.entries(memory).map(([key, state]) => {
    const isSnoozed = state.phase === 'firing' && state.id === alertId;
    return [key, isSnoozed ? { ...state, snoozedUntil } : state] as const;
  });
  return Object.fromEntries(states);
}

/** When a snooze until tomorrow ends, on the local clock. */
const MORNING = 8;

export function snoozeEnd(snooze: Snooze, now: number): number {
  if (snooze === 'hour') return now + HOUR_MS;
  if (snooze === 'ended') return UNTIL_ENDED;
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, MORNING).getTime();
}
