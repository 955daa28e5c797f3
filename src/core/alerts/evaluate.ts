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
   * `account`: observed at each poll of an account. `all`: observed once per round over the accounts, since the polls of two
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
export type Episode =
  | { readonly phase: 'armed'; readonly confirmations: number }
  | {
      readonly phase: 'open';
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

export type OpenEpisode = Extract<Episode, { phase: 'open' }>;

/** The episodes by rule, limit and subject: another limit is another episode. Stored, so that a restart repeats no alert. */
export type AlertMemory = Readonly<Record<string, Episode>>;

export interface Evaluation {
  /** The same object when nothing changed. */
  readonly memory: AlertMemory;
  readonly opened: readonly OpenEpisode[];
  /** Without alerts that ended by a change of their rule or with their subject. */
  readonly ended: readonly OpenEpisode[];
}

export interface Observation {
  readonly app: AppState;
  readonly accounts: ReadonlyMap<string, Pick<AccountPolls, 'missedMs' | 'steadySince'>>;
  readonly isRoundOver: boolean;
  /** The preferences before their change; default: after a poll. */
  readonly previous?: Preferences;
}

/** Consecutive observations that open or close an episode. */
export const CONFIRMATIONS = 2;

/** Compared by identity, and not kept in the memory. */
const ARMED: Episode = { phase: 'armed', confirmations: 0 };

function stepOpen(episode: OpenEpisode, verdict: Verdict, isCertain: boolean): Episode {
  if (verdict !== 'under') return episode.endings === 0 ? episode : { ...episode, endings: 0 };
  const endings = episode.endings + 1;
  return endings < CONFIRMATIONS && !isCertain ? { ...episode, endings } : ARMED;
}

interface Step extends Pick<OpenEpisode, 'rule' | 'limit'> {
  readonly episodeKey: string;
  readonly now: number;
  /** Observations over the limit that open the episode. */
  readonly needed: number;
}

function step(episode: Episode, found: Finding, { episodeKey, needed, ...opening }: Step): Episode {
  const { key: _, verdict, isCertain = false, snoozedUntil = null, ...subject } = found;
  if (verdict === 'unknown') return episode;
  if (episode.phase === 'open') return stepOpen(episode, verdict, isCertain);
  if (verdict !== 'over') return episode.confirmations === 0 ? episode : ARMED;
  const confirmations = episode.confirmations + 1;
  if (confirmations < needed && !isCertain) return { phase: 'armed', confirmations };
  const { rule, limit, now } = opening;
  const id = `${episodeKey}@${now}`;
  return { phase: 'open', id, openedAt: now, snoozedUntil, endings: 0, rule, limit, subject };
}

/** Placeholder for rules with scope `all`. */
const ALL_POLLS = { missedMs: 0, steadySince: 0 };

/** The observations of a rule, by account; '' for a rule of all accounts. */
function findingsOf(
  rule: Rule,
  limit: number,
  { app, accounts, isRoundOver, previous }: Observation,
  now: number,
): ReadonlyMap<string, readonly Finding[]> {
  const isUnchanged = previous !== undefined && limitOf(rule.kind, previous[rule.kind]) === limit;
  const all: Observation['accounts'] = new Map(isRoundOver ? [['', ALL_POLLS]] : []);
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

type RuleSteps = readonly (readonly [key: string, before: Episode, after: Episode])[];

/** Open episodes without a finding are left out. */
function stepsOf(
  rule: Rule,
  memory: AlertMemory,
  ofRules: ReadonlyMap<string, readonly (readonly [key: string, Episode])[]>,
  observation: Observation,
  now: number,
): RuleSteps {
  const limit = limitOf(rule.kind, observation.app.preferences[rule.kind]);
  if (limit === null) return [];
  const prefix = `${rule.kind}:${limit}`;
  const findings = findingsOf(rule, limit, observation, now);
  const episodes = ofRules.get(prefix) ?? [];
  const unobserved = episodes.filter(
    ([key]) => !findings.has(accountOf(rule, key.slice(prefix.length + 1))),
  );
  const needed = observation.previous === undefined ? CONFIRMATIONS : 1;
  const found = [...findings.values()].flat().flatMap((finding) => {
    // Most of thousands of VMs end here.
    if (episodes.length === 0 && finding.verdict !== 'over') return [];
    const episodeKey = finding.key === '' ? prefix : `${prefix}:${finding.key}`;
    const before = memory[episodeKey] ?? ARMED;
    if (before === ARMED && finding.verdict !== 'over') return [];
    const opening = { episodeKey, rule: rule.kind, limit, now, needed };
    return [[episodeKey, before, step(before, finding, opening)] as const];
  });
  return [...unobserved.map(([key, episode]) => [key, episode, episode] as const), ...found];
}

/**
 * Applies one observation to all rules, or after a change of the preferences to the changed rules, whose alerts open at once:
 * confirmations are for values that fluctuate.
 */
export function evaluate(
  rules: readonly Rule[],
  memory: AlertMemory,
  observation: Observation,
  now: number,
): Evaluation {
  // Once for all rules: a rule can have thousands of episodes.
  const ofRules = Map.groupBy(Object.entries(memory), ([key]) => key.split(':', 2).join(':'));
  const steps = rules.flatMap((rule) => stepsOf(rule, memory, ofRules, observation, now));
  const kept = steps.filter(([, , after]) => after !== ARMED);
  const isSame =
    kept.length === Object.keys(memory).length &&
    kept.every(([key, , after]) => memory[key] === after);
  return {
    memory: isSame ? memory : Object.fromEntries(kept.map(([key, , after]) => [key, after])),
    opened: steps.flatMap(([, { phase }, after]) =>
      phase === 'armed' && after.phase === 'open' ? [after] : [],
    ),
    ended: steps.flatMap(([, before, { phase }]) =>
      before.phase === 'open' && phase === 'armed' ? [before] : [],
    ),
  };
}

export function withoutAlertsOf(memory: AlertMemory, isListed: (accountId: string) => boolean) {
  const kept = Object.entries(memory).filter(
    ([, episode]) =>
      episode.phase === 'armed' ||
      episode.subject.accountId === null ||
      isListed(episode.subject.accountId),
  );
  return kept.length === Object.keys(memory).length ? memory : Object.fromEntries(kept);
}

/** The open episodes of the rules that are on, newest first. */
export function openEpisodes(
  memory: AlertMemory,
  preferences: Preferences,
): readonly OpenEpisode[] {
  return Object.values(memory)
    .filter((episode) => episode.phase === 'open')
    .filter(({ rule, limit }) => limitOf(rule, preferences[rule]) === limit)
    .toSorted((a, b) => b.openedAt - a.openedAt);
}

/** @param snoozedUntil null ends the snooze */
export function withSnooze(
  memory: AlertMemory,
  alertId: string,
  snoozedUntil: number | null,
): AlertMemory {
  const [key, episode] =
    Object.entries(memory).find(([, one]) => one.phase === 'open' && one.id === alertId) ?? [];
  if (key === undefined || episode?.phase !== 'open') return memory;
  return { ...memory, [key]: { ...episode, snoozedUntil } };
}
