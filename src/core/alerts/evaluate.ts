import type { Alert } from '../../shared/app/index.ts';
import { formatRate } from '../../shared/format/index.ts';
import { ARMED, type Episode, stepEpisode, type Verdict } from './episode.ts';

/** What may raise an alert. One rule today; each further one is a member here and a case in `observe`. */
export type Rule = {
  readonly kind: 'hourlyRate';
  /** Of all accounts together, $/h. */
  readonly threshold: number;
};

/** What the rules look at, once per change of the snapshot. */
export interface Observation {
  /** $/h of all accounts; null while one of them is not known. */
  readonly ratePerHour: number | null;
  /** $/h of those that are known: all of them cost at least that. Null while none is. */
  readonly knownPerHour: number | null;
}

/** The episodes by the key of their rule. Kept across restarts, so that nothing is said twice. */
export type AlertMemory = Readonly<Record<string, Episode>>;

/** An episode that has just begun. */
export interface OpenedAlert {
  readonly alert: Alert;
  /** What was observed, with the figure first: true at this moment, and told once. */
  readonly message: string;
}

/** All rules after one observation, and the episodes that began and ended with it. */
export interface Evaluation {
  /** The same object when nothing changed. */
  readonly memory: AlertMemory;
  readonly opened: readonly OpenedAlert[];
  readonly closed: readonly Alert[];
}

/** An episode ends below this part of the threshold: between the two it goes on, whatever the rate does. */
const CLOSES_BELOW = 0.95;

/** A rule with another threshold is another rule: changing it begins anew. */
export function ruleKey(rule: Rule): string {
  return `${rule.kind}:${rule.threshold}`;
}

interface Observed {
  readonly verdict: Verdict;
  readonly figure: number;
  readonly isLowerBound: boolean;
}

function observe(rule: Rule, { ratePerHour, knownPerHour }: Observation): Observed {
  const isLowerBound = ratePerHour === null;
  const figure = ratePerHour ?? knownPerHour ?? 0;
  if (figure > rule.threshold) return { verdict: 'over', figure, isLowerBound };
  if (isLowerBound) return { verdict: 'unknown', figure, isLowerBound };
  // At a threshold of 0 only 0 itself can be under it.
  const isUnder = figure < rule.threshold * CLOSES_BELOW || figure === 0;
  return { verdict: isUnder ? 'under' : 'between', figure, isLowerBound };
}

/** The alert of an open episode, for people. */
export function alertOf(rule: Rule, episode: Episode): Alert | null {
  if (episode.phase !== 'open') return null;
  const { id, openedAt, snoozedUntil } = episode;
  return {
    ...{ id, rule: rule.kind, accountId: null, openedAt, snoozedUntil },
    limit: rule.threshold,
  };
}

/** @param currency stands before amounts */
function openingMessage({ threshold }: Rule, observed: Observed, currency: string): string {
  const rate = `${observed.isLowerBound ? 'At least ' : ''}${formatRate(observed.figure, currency)}`;
  return `${rate} is above your ${formatRate(threshold, currency)}.`;
}

/**
 * All rules one observation further. Pure: the caller keeps the memory and tells people.
 * @param now ms since the epoch
 */
export function evaluate(
  rules: readonly Rule[],
  memory: AlertMemory,
  observation: Observation,
  context: { readonly now: number; readonly newId: () => string; readonly currency: string },
): Evaluation {
  const opened: OpenedAlert[] = [];
  const closed: Alert[] = [];
  const next: Record<string, Episode> = {};
  for (const rule of rules) {
    const before = memory[ruleKey(rule)] ?? ARMED;
    const observed = observe(rule, observation);
    const { episode, happened } = stepEpisode(before, observed.verdict, context);
    if (episode !== ARMED) next[ruleKey(rule)] = episode;
    const alert = alertOf(rule, happened === 'closed' ? before : episode);
    if (alert && happened === 'opened')
      opened.push({ alert, message: openingMessage(rule, observed, context.currency) });
    if (alert && happened === 'closed') closed.push(alert);
  }
  const keys = Object.keys(next);
  const isSame =
    keys.length === Object.keys(memory).length && keys.every((key) => next[key] === memory[key]);
  return { memory: isSame ? memory : next, opened, closed };
}

/** @param until ms since the epoch */
export function snooze(memory: AlertMemory, alertId: string, until: number): AlertMemory {
  return Object.fromEntries(
    Object.entries(memory).map(([key, episode]) => [
      key,
      episode.phase === 'open' && episode.id === alertId
        ? { ...episode, snoozedUntil: until }
        : episode,
    ]),
  );
}
