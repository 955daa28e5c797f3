import type { AppAccount } from '../../shared/accounts/index.ts';
import { type AlertRule, type AlertSubject, limitOf } from '../../shared/alerts/index.ts';
import { shortLabel } from '../../shared/format/index.ts';
import type { Preferences } from '../../shared/settings/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { AccountPolls } from './polls.ts';

/** The result of one observation. `between`: neither clearly over nor clearly under; `unknown`: data is missing. */
export type Verdict = 'over' | 'between' | 'under' | 'unknown';

/** A rule's result for one subject. */
export interface Finding extends AlertSubject {
  /** Identifies the rule's subject: an account's id, a `vmKey`, or a period; '' for a rule with one subject. */
  readonly key: string;
  readonly verdict: Verdict;
  /** The alert opens or ends without a further observation. */
  readonly isCertain?: boolean;
  /** The alert opens with this snooze. */
  readonly snoozedUntil?: number;
}

/** The subject of a rule of all accounts. */
export const ALL_ACCOUNTS = {
  accountId: null,
  vmId: null,
  name: null,
  ratePerHour: null,
  reason: null,
} as const;

export function accountFinding(
  { id, label }: Pick<AppAccount, 'id' | 'label'>,
  found: Pick<Finding, 'value' | 'verdict' | 'reason' | 'isCertain'>,
): Finding {
  const name = shortLabel(label);
  return { ...ALL_ACCOUNTS, key: id, accountId: id, name, isLowerBound: false, ...found };
}

/** An alert about an amount ends below this part of its limit. */
const ENDS_BELOW = 0.95;

/** Compares an amount with its limit. @param isLowerBound some data is missing and can only add to it */
export function verdictOf(value: number, limit: number, isLowerBound: boolean): Verdict {
  if (value > limit) return 'over';
  if (isLowerBound) return 'unknown';
  // With a limit of 0 only an amount of 0 ends the alert.
  return value < limit * ENDS_BELOW || value === 0 ? 'under' : 'between';
}

/** For an amount with a lower limit: `over` is below the limit, and an alert ends clearly above it. */
export function verdictBelow(value: number, limit: number): Verdict {
  if (value < limit) return 'over';
  return value * ENDS_BELOW > limit ? 'under' : 'between';
}

export interface Observed {
  /** Missing or old amounts are unknown. */
  readonly app: AppState;
  /** The account that was polled; '' for a rule of all accounts. */
  readonly accountId: string;
  /** As in `AccountPolls`. */
  readonly missedMs: number;
  readonly steadySince: number;
  readonly now: number;
}

/** A condition that opens alerts, one per subject. */
export interface Rule {
  readonly kind: AlertRule;
  /**
   * `account`: observed at each poll of an account. `all`: observed once per cycle over the accounts, since the polls of two
   * accounts are not the two observations that confirm an alert.
   */
  readonly scope: 'account' | 'all';
  /** An alert about a subject that is left out ends. Null: data is missing. */
  observe(observed: Observed, limit: number): readonly Finding[] | null;
}

/**
 * The memory of one subject. It opens after `CONFIRMATIONS` observations over the limit and closes after as many clearly under it:
 * a value that fluctuates around its limit is one alert (netdata/netdata#945).
 */
export type AlertState =
  | { readonly phase: 'pending'; readonly confirmations: number }
  | {
      readonly phase: 'firing';
      readonly id: string;
      readonly openedAt: number;
      /** Null: not snoozed. */
      readonly snoozedUntil: number | null;
      /** Consecutive observations clearly under the limit. */
      readonly endings: number;
      readonly rule: AlertRule;
      readonly limit: number;
      readonly subject: AlertSubject;
    };

export type FiringAlert = Extract<AlertState, { phase: 'firing' }>;

/** By rule, limit and subject: another limit is another alert. Stored, so that a restart repeats no alert. */
export type AlertStates = Readonly<Record<string, AlertState>>;

export interface Evaluation {
  /** Unchanged: the same object. */
  readonly memory: AlertStates;
  readonly opened: readonly FiringAlert[];
  /** Without alerts that ended by a change of their rule or with their subject. */
  readonly ended: readonly FiringAlert[];
}

export interface Observation {
  readonly app: AppState;
  readonly accounts: ReadonlyMap<string, Pick<AccountPolls, 'missedMs' | 'steadySince'>>;
  readonly isCycleOver: boolean;
  /** The preferences before their change; default: after a poll. */
  readonly previous?: Preferences;
}

/** Consecutive observations that open or close an alert. */
export const CONFIRMATIONS = 2;

/** Compared by identity, and not kept in the memory. */
const INACTIVE: AlertState = { phase: 'pending', confirmations: 0 };

function stepOpen(
  state: FiringAlert,
  verdict: Verdict,
  isCertain: boolean,
  subject: AlertSubject,
): AlertState {
  if (verdict !== 'under') {
    // Other VMs than before.
    const isOther = verdict === 'over' && subject.name !== state.subject.name;
    if (isOther) return { ...state, endings: 0, subject };
    return state.endings === 0 ? state : { ...state, endings: 0 };
  }
  const endings = state.endings + 1;
  return endings < CONFIRMATIONS && !isCertain ? { ...state, endings } : INACTIVE;
}

interface Step extends Pick<FiringAlert, 'rule' | 'limit'> {
  readonly alertKey: string;
  readonly now: number;
  /** Observations over the limit that open the alert. */
  readonly needed: number;
}

function step(
  state: AlertState,
  found: Finding,
  { alertKey, needed, ...opening }: Step,
): AlertState {
  const { key: _, verdict, isCertain = false, snoozedUntil = null, ...subject } = found;
  if (verdict === 'unknown') return state;
  if (state.phase === 'firing') return stepOpen(state, verdict, isCertain, subject);
  if (verdict !== 'over') return state.confirmations === 0 ? state : INACTIVE;
  const confirmations = state.confirmations + 1;
  if (confirmations < needed && !isCertain) return { phase: 'pending', confirmations };
  const { rule, limit, now } = opening;
  const id = `${alertKey}@${now}`;
  return { phase: 'firing', id, openedAt: now, snoozedUntil, endings: 0, rule, limit, subject };
}

/** Placeholder for rules with scope `all`. */
const ALL_POLLS = { missedMs: 0, steadySince: 0 };

/** The observations of a rule, by account; '' for a rule of all accounts. */
function findingsOf(
  rule: Rule,
  limit: number,
  { app, accounts, isCycleOver, previous }: Observation,
  now: number,
): ReadonlyMap<string, readonly Finding[]> {
  const isUnchanged = previous !== undefined && limitOf(rule.kind, previous[rule.kind]) === limit;
  const all: Observation['accounts'] = new Map(isCycleOver ? [['', ALL_POLLS]] : []);
  const observed = isUnchanged ? [] : [...(rule.scope === 'all' ? all : accounts)];
  return new Map(
    observed.flatMap(([accountId, { missedMs, steadySince }]) => {
      const found = rule.observe({ app, accountId, missedMs, steadySince, now }, limit);
      return found === null ? [] : [[accountId, found] as const];
    }),
  );
}

const accountOf = ({ scope }: Rule, key: string) =>
  scope === 'all' ? '' : (key.split('/', 1)[0] ?? '');

type RuleSteps = readonly (readonly [key: string, before: AlertState, after: AlertState])[];

/** Firing alerts without a finding are left out. */
function stepsOf(
  rule: Rule,
  memory: AlertStates,
  ofRules: ReadonlyMap<string, readonly (readonly [key: string, AlertState])[]>,
  observation: Observation,
  now: number,
): RuleSteps {
  const limit = limitOf(rule.kind, observation.app.preferences[rule.kind]);
  if (limit === null) return [];
  const prefix = `${rule.kind}:${limit}`;
  const findings = findingsOf(rule, limit, observation, now);
  const states = ofRules.get(prefix) ?? [];
  const unobserved = states.filter(
    ([key]) => !findings.has(accountOf(rule, key.slice(prefix.length + 1))),
  );
  const needed = observation.previous === undefined ? CONFIRMATIONS : 1;
  const found = [...findings.values()].flat().flatMap((finding) => {
    // Most of thousands of VMs end here.
    if (states.length === 0 && finding.verdict !== 'over') return [];
    const alertKey = finding.key === '' ? prefix : `${prefix}:${finding.key}`;
    const before = memory[alertKey] ?? INACTIVE;
    if (before === INACTIVE && finding.verdict !== 'over') return [];
    const opening = { alertKey, rule: rule.kind, limit, now, needed };
    return [[alertKey, before, step(before, finding, opening)] as const];
  });
  return [...unobserved.map(([key, state]) => [key, state, state] as const), ...found];
}

/**
 * Applies one observation to all rules, or after a change of the preferences to the changed rules, whose alerts open at once:
 * confirmations are for values that fluctuate.
 */
export function evaluate(
  rules: readonly Rule[],
  memory: AlertStates,
  observation: Observation,
  now: number,
): Evaluation {
  // Once for all rules: a rule can have thousands of states.
  const ofRules = Map.groupBy(Object.entries(memory), ([key]) => key.split(':', 2).join(':'));
  const steps = rules.flatMap((rule) => stepsOf(rule, memory, ofRules, observation, now));
  const kept = steps.filter(([, , after]) => after !== INACTIVE);
  const isSame =
    kept.length === Object.keys(memory).length &&
    kept.every(([key, , after]) => memory[key] === after);
  return {
    memory: isSame ? memory : Object.fromEntries(kept.map(([key, , after]) => [key, after])),
    opened: steps.flatMap(([, { phase }, after]) =>
      phase === 'pending' && after.phase === 'firing' ? [after] : [],
    ),
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
  const [key, state] =
    Object.entries(memory).find(([, one]) => one.phase === 'firing' && one.id === alertId) ?? [];
  if (key === undefined || state?.phase !== 'firing') return memory;
  return { ...memory, [key]: { ...state, snoozedUntil } };
}
