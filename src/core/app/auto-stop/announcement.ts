import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import type { AutoStopEnd } from './auto-stop-end.ts';
import type { AutoStopState } from './auto-stop-state.ts';

/** How long before its end an auto-stop is announced, ms. */
export const WARNING_MS = 10 * 60_000;

/** With its announcement, which the settings keep: after a restart, or by the process that acts next, it is not repeated. */
export function announced(autoStop: AutoStop, at: number): AutoStop {
  return autoStop.progress?.kind === 'interrupted'
    ? autoStop
    : { ...autoStop, progress: { kind: 'announced', at } };
}

/** Whether the announcement still holds. One whose end moved away is repeated. @param soonAt null: it does not end soon */
export function announcementNow(
  { autoStop, isAnnounced, stage, notBefore }: AutoStopState,
  end: AutoStopEnd,
  soonAt: number | null,
): Pick<AutoStopState, 'autoStop' | 'isAnnounced'> {
  const { progress, ...others } = autoStop;
  const at = progress?.kind === 'announced' ? progress.at : null;
  // The expected end of an amount moves to and fro.
  const isFar = end.kind === 'open' || (soonAt === null && autoStop.limit.kind === 'time');
  // The VM was busy again while the app was not running. A change of the clock moves it too.
  const hasJumped = notBefore !== Number.NEGATIVE_INFINITY;
  const hasMoved = soonAt !== null && at !== null && soonAt - at > WARNING_MS && !hasJumped;
  if (isAnnounced && stage.kind === 'set' && !isFar && !hasMoved) return { autoStop, isAnnounced };
  return { autoStop: at === null ? autoStop : others, isAnnounced: false };
}
