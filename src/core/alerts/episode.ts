/**
 * The memory of one rule. An episode opens once its condition has held for enough observations in a row, and closes only
 * when it has clearly ended: a rate that trembles around its threshold is one episode, not fifty (netdata/netdata#945).
 */
export type Episode =
  | { readonly phase: 'armed'; readonly confirmations: number }
  | {
      readonly phase: 'open';
      readonly id: string;
      /** ms since the epoch. */
      readonly openedAt: number;
      /** Silent until then, ms since the epoch. */
      readonly snoozedUntil: number | null;
      /** Observations in a row that say it has ended. */
      readonly endings: number;
    };

/** Where every rule begins. Compared by identity: a rule in this state needs no place in the memory. */
export const ARMED: Episode = { phase: 'armed', confirmations: 0 };

/** What one observation says: `between` is neither clearly over nor clearly under, `unknown` is no observation at all. */
export type Verdict = 'over' | 'between' | 'under' | 'unknown';

/** Polls in a row that must agree, both to open and to close. */
export const CONFIRMATIONS = 2;

/** The episode after one observation, and whether that was its beginning or its end. */
export interface EpisodeStep {
  readonly episode: Episode;
  readonly happened: 'opened' | 'closed' | null;
}

const unchanged = (episode: Episode): EpisodeStep => ({ episode, happened: null });

/**
 * One observation further. Missing data neither opens nor closes anything: it is not zero.
 * @param now ms since the epoch
 */
export function stepEpisode(
  episode: Episode,
  verdict: Verdict,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): EpisodeStep {
  if (verdict === 'unknown') return unchanged(episode);
  if (episode.phase === 'open') {
    if (verdict !== 'under')
      return unchanged(episode.endings === 0 ? episode : { ...episode, endings: 0 });
    const endings = episode.endings + 1;
    return endings < CONFIRMATIONS
      ? unchanged({ ...episode, endings })
      : { episode: ARMED, happened: 'closed' };
  }
  if (verdict !== 'over') return unchanged(episode.confirmations === 0 ? episode : ARMED);
  const confirmations = episode.confirmations + 1;
  if (confirmations < CONFIRMATIONS) return unchanged({ phase: 'armed', confirmations });
  return {
    episode: { phase: 'open', id: newId(), openedAt: now, snoozedUntil: null, endings: 0 },
    happened: 'opened',
  };
}
