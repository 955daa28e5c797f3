import type { AccountState } from '../domain/account-state.ts';

/**
 * How up to date an account's snapshot is.
 * - `starting`: before the first poll
 * - `live`: up to date, as far as the credential permits
 * - `retrying`: the last poll failed, which is no outage yet
 * - `outOfDate`: several polls failed, the computer is offline, or no poll is possible, e.g. after a 401
 */
export type Freshness = 'starting' | 'live' | 'retrying' | 'outOfDate';

export interface AccountSnapshot extends AccountState {
  /** When the older part was received, ms since the epoch; null: never. Changes only with other data: an unchanged poll sends nothing. */
  readonly asOf: number | null;
  readonly freshness: Freshness;
}

export interface PollingSlice {
  /** By account id. */
  readonly snapshots: Readonly<Record<string, AccountSnapshot>>;
  /** By account id: when an account whose last poll failed is polled again, ms since the epoch. */
  readonly nextPolls: Readonly<Record<string, number>>;
  /** `Reading 50 of 180…` while a long list is read; null: none is. */
  readonly listProgress: string | null;
}

/** @param total null: unknown */
export const listProgressText = (read: number, total: number | null): string =>
  `Reading ${total === null ? read : `${read} of ${total}`}…`;
