import type { Alert, AppState, Preferences } from '../../shared/app/index.ts';

/** The result of one observation. `between`: neither clearly over nor clearly under; `unknown`: data is missing. */
export type Verdict = 'over' | 'between' | 'under' | 'unknown';

/** What a rule found in a state. */
export interface Observed {
  readonly verdict: Verdict;
  /** The value compared with the limit. */
  readonly value: number;
  /** Some data is missing and can only add to `value`. */
  readonly isLowerBound: boolean;
}

/** A condition that opens an alert. */
export interface Rule {
  readonly kind: Alert['rule'];
  /** The limit that the user set; null: the rule is off. */
  limit(preferences: Preferences): number | null;
  observe(state: AppState, limit: number): Observed;
}

/**
 * The memory of one rule. It opens after `CONFIRMATIONS` observations over the limit and closes after as many clearly under it,
 * so that a value that fluctuates around its limit is one alert (netdata/netdata#945).
 */
export type Episode =
  | { readonly phase: 'armed'; readonly confirmations: number }
  | {
      readonly phase: 'open';
      readonly id: string;
      /** ms since the epoch. */
      readonly openedAt: number;
      /** ms since the epoch; null: not snoozed. */
      readonly snoozedUntil: number | null;
      /** Consecutive observations clearly under the limit. */
      readonly endings: number;
    };

/** The episodes by rule and limit: another limit is another episode. Stored, so that a restart repeats no alert. */
export type AlertMemory = Readonly<Record<string, Episode>>;

/** An alert that opened with this observation. */
export interface OpenedAlert extends Observed {
  readonly alert: Alert;
}

/** The memory after an observation, the same object when nothing changed, and the alerts that opened. */
export interface Evaluation {
  readonly memory: AlertMemory;
  readonly opened: readonly OpenedAlert[];
}

/** Consecutive observations that open or close an episode. */
export const CONFIRMATIONS = 2;

/** Compared by identity: an armed rule needs no entry in the memory. */
const ARMED: Episode = { phase: 'armed', confirmations: 0 };

/** Leaves an episode as it is. */
const UNOBSERVED: Observed = { verdict: 'unknown', value: 0, isLowerBound: false };

function keyOf({ kind }: Rule, limit: number): string {
  return `${kind}:${limit}`;
}

function stepOpen(episode: Extract<Episode, { phase: 'open' }>, verdict: Verdict): Episode {
  if (verdict !== 'under') return episode.endings === 0 ? episode : { ...episode, endings: 0 };
  const endings = episode.endings + 1;
  return endings < CONFIRMATIONS ? { ...episode, endings } : ARMED;
}

/** @param needed observations over the limit that open the episode */
function step(
  key: string,
  episode: Episode,
  verdict: Verdict,
  now: number,
  needed: number,
): Episode {
  if (verdict === 'unknown') return episode;
  if (episode.phase === 'open') return stepOpen(episode, verdict);
  if (verdict !== 'over') return episode.confirmations === 0 ? episode : ARMED;
  const confirmations = episode.confirmations + 1;
  if (confirmations < needed) return { phase: 'armed', confirmations };
  return { phase: 'open', id: `${key}@${now}`, openedAt: now, snoozedUntil: null, endings: 0 };
}

function alertOf({ kind }: Rule, limit: number, episode: Episode | undefined): Alert | null {
  if (episode?.phase !== 'open') return null;
  const { id, openedAt, snoozedUntil } = episode;
  return { id, rule: kind, accountId: null, openedAt, limit, snoozedUntil };
}

/**
 * Applies one observation of `state` to all rules, or after a change of the preferences to the rules with a changed limit. An
 * alert that follows from a changed limit opens at once: confirmations are for values that fluctuate.
 * @param now ms since the epoch @param previous the preferences before their change; default: after a poll
 */
export function evaluate(
  rules: readonly Rule[],
  memory: AlertMemory,
  state: AppState,
  now: number,
  previous?: Preferences,
): Evaluation {
  const opened: OpenedAlert[] = [];
  const next: Record<string, Episode> = {};
  const needed = previous === undefined ? CONFIRMATIONS : 1;
  for (const rule of rules) {
    const limit = rule.limit(state.preferences);
    if (limit === null) continue;
    const key = keyOf(rule, limit);
    const before = memory[key] ?? ARMED;
    const isObserved = previous === undefined || rule.limit(previous) !== limit;
    const observed = isObserved ? rule.observe(state, limit) : UNOBSERVED;
    const episode = step(key, before, observed.verdict, now, needed);
    if (episode !== ARMED) next[key] = episode;
    const alert = before.phase === 'armed' ? alertOf(rule, limit, episode) : null;
    if (alert) opened.push({ ...observed, alert });
  }
  const keys = Object.keys(next);
  const isSame =
    keys.length === Object.keys(memory).length && keys.every((key) => next[key] === memory[key]);
  return { memory: isSame ? memory : next, opened };
}

/** The open alerts of the rules that are on, newest first. */
export function openAlerts(
  rules: readonly Rule[],
  memory: AlertMemory,
  preferences: Preferences,
): readonly Alert[] {
  return rules
    .flatMap((rule) => {
      const limit = rule.limit(preferences);
      return limit === null ? [] : (alertOf(rule, limit, memory[keyOf(rule, limit)]) ?? []);
    })
    .toSorted((a, b) => b.openedAt - a.openedAt);
}

/** @param until ms since the epoch; null ends the snooze */
export function snooze(memory: AlertMemory, alertId: string, until: number | null): AlertMemory {
  return Object.fromEntries(
    Object.entries(memory).map(([key, episode]) => [
      key,
      episode.phase === 'open' && episode.id === alertId
        ? { ...episode, snoozedUntil: until }
        : episode,
    ]),
  );
}
