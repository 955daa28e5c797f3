import type { PollReport } from '../../core/monitor/index.ts';

/** ms since the epoch; null: never. */
interface Round {
  readonly triedAt: number | null;
  readonly readAt: number | null;
}

const NONE: Round = { triedAt: null, readAt: null };

export type Rounds = ReturnType<typeof createRounds>;

/** When each account was last read, also where that changed nothing. */
export function createRounds(now: () => number) {
  const rounds = new Map<string, Round>();
  const of = (accountId: string): Round => rounds.get(accountId) ?? NONE;
  return {
    of,
    polled({ accountId, asOf, hasFailed }: PollReport): void {
      const readAt = hasFailed ? (of(accountId).readAt ?? asOf) : now();
      rounds.set(accountId, { triedAt: now(), readAt });
    },
  };
}
