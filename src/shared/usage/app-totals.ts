import type { AppAccount } from '../accounts/accounts-slice.ts';
import {
  type AccountState,
  countedOnce,
  type LocatedState,
  shownRateOf,
  UNKNOWN_STATE,
} from '../domain/index.ts';
import { HOUR_MS, MINUTE_MS, monthOfYear, utcDay } from '../format/index.ts';
import type { AppState } from '../state/app-state.ts';
import type { RunningCost } from './usage-slice.ts';

export type Accounts = Pick<AppState, 'accounts' | 'snapshots'>;

export function located({
  accounts,
  snapshots,
}: Accounts): readonly (LocatedState & { readonly account: AppAccount })[] {
  return accounts.map((account) => ({
    account,
    baseUrl: account.baseUrl,
    state: snapshots[account.id] ?? UNKNOWN_STATE,
  }));
}

/** One state per owner, so that VMs shown by several accounts count once. */
export function statesToCount(app: Accounts): readonly AccountState[] {
  return countedOnce(located(app));
}

/** $/h as shown in panel, tray and notifications; null when an account's rate is unknown. */
export function shownTotalRate(app: Accounts): number | null {
  return shownRateOf(statesToCount(app));
}

/** The cost by now, $; null: unknown. While the rate is unknown, the cost as last reported. @param now ms since the epoch */
export function costNow({ known, asOf, perHour }: RunningCost, now: number): number | null {
  return known === null ? null : known + ((perHour ?? 0) * Math.max(0, now - asOf)) / HOUR_MS;
}

const monthOf = (at: number) => utcDay(at).slice(0, 7);

export function monthName(now: number): string {
  return monthOfYear(new Date(now).getUTCMonth());
}

export function isThisMonth({ asOf }: RunningCost, now: number): boolean {
  return monthOf(asOf) === monthOf(now);
}

/** $; null if unknown, or still yesterday's because today was not fetched yet. */
export function costToday(cost: RunningCost, now: number): number | null {
  return utcDay(cost.asOf) === utcDay(now) ? costNow(cost, now) : null;
}

/** The costs grow with every second, and a menu that changes closes on Linux. */
const COST_STEP_MS = 5 * MINUTE_MS;

/** Today's cost as panel and tray show it, $; null: unknown. */
export function shownToday({ costs }: Pick<AppState, 'costs'>, now: number): number | null {
  return costToday(costs.today, Math.floor(now / COST_STEP_MS) * COST_STEP_MS);
}

/** A bill is late, or a provider tells no past costs: sums have what was measured. */
export const areCostsAtLeast = ({ accounts, costs }: Pick<AppState, 'accounts' | 'costs'>) =>
  costs.today.isAtLeast === true || accounts.some(({ can }) => !can.includes('usage'));

/** $ of the current month; null if unknown or last month's. */
export function costThisMonth(cost: RunningCost, now: number): number | null {
  return isThisMonth(cost, now) ? costNow(cost, now) : null;
}
