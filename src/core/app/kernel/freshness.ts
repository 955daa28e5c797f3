import { freshnessOf, NO_POLLS, outOfDateAt } from '../../monitor/index.ts';
import type { CoreState } from './state-store.ts';

/** Unchanged: the same snapshots. */
export function withFreshness({ app, memory }: CoreState, now: number): CoreState {
  const { isOnline } = app.environment;
  const changed = Object.entries(app.snapshots).flatMap(([id, snapshot]) => {
    const polls = memory.polls[id] ?? NO_POLLS;
    const freshness = freshnessOf(snapshot, polls, isOnline, now);
    return freshness === snapshot.freshness
      ? []
      : [[id, { ...snapshot, freshness, asOf: polls.asOf }] as const];
  });
  if (changed.length === 0) return { app, memory };
  return {
    app: { ...app, snapshots: { ...app.snapshots, ...Object.fromEntries(changed) } },
    memory,
  };
}

/** When the next account becomes out of date without another poll; null: none does. */
export function nextOutOfDate({ app, memory }: CoreState): number | null {
  const times = Object.entries(app.snapshots).flatMap(([id, snapshot]) =>
    snapshot.freshness === 'retrying'
      ? (outOfDateAt(snapshot, memory.polls[id] ?? NO_POLLS) ?? [])
      : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}
