import type { Problem } from '../domain/problem.ts';

/** `at`: ms since the epoch. */
export interface RateSample {
  readonly at: number;
  /** $/h; null: an account's rate was unknown. */
  readonly rate: number | null;
}

/** A growing cost, $ and $/h: `known` was billed until `asOf` (ms since the epoch), `perHour` accrues since then. Null: unknown. */
export interface RunningCost {
  readonly known: number | null;
  readonly asOf: number;
  readonly perHour: number | null;
  /** It may be more: a report is late or missing, or a part of it was measured. */
  readonly isAtLeast?: boolean;
}

export interface Costs {
  readonly today: RunningCost;
  readonly month: RunningCost;
}

export interface UsageSlice {
  /** The last 24 hours, oldest first. */
  readonly rates: readonly RateSample[];
  readonly costs: Costs;
  /** By account id: the cost of each VM this month, $ by its id; `asOf`: ms since the epoch. */
  readonly vmCosts: Readonly<
    Record<string, { readonly asOf: number; readonly month: Readonly<Record<string, number>> }>
  >;
  /**
   * Null: both costs are known, or were not requested yet. `problem`: null: the usage report has no total. `retryAt`: when the reports
   * are requested again, ms since the epoch.
   */
  readonly missingCosts: { readonly problem: Problem | null; readonly retryAt: number } | null;
  /** $ by account id, where the provider tells it; an unknown one is missing. */
  readonly balances: Readonly<Record<string, number>>;
  /** Why the last request of a balance failed, in a few words, by account id. */
  readonly balanceProblems: Readonly<Record<string, string>>;
}
