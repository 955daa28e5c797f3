// Not part of the panel's first screen, which has a limit of bytes.
import { ownerName } from '../accounts/account-names.ts';
import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import { comparedRate } from '../domain/compared-rate.ts';
import { HOUR_MS } from '../format/index.ts';
import { asOfTime, isRateOld } from '../polling/freshness.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import { serviceName } from '../providers/providers.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import { costThisMonth } from './app-totals.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Costs, RunningCost, UsageSlice } from './usage-slice.ts';

type MonthSlice = Pick<UsageSlice, 'costs'> & PreferencesSlice;

/**
 * The cost at the end of the month (UTC) if the rate stays, $; null: unknown, or last month's.
 * @param perHour rate of all accounts, $/h; null: unknown, so the month grows by what is known of it @param now ms since the epoch
 */
export function monthForecast(
  month: RunningCost,
  perHour: number | null,
  now: number,
): number | null {
  const known = costThisMonth(month, now);
  const rate = perHour ?? month.perHour;
  if (known === null || rate === null) return null;
  const date = new Date(now);
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return known + (rate * (end - now)) / HOUR_MS;
}

/** $/h of all accounts to compare with a limit: 0 where none has a VM. Null: unknown. */
export function comparedTotal({
  ratePerHour,
  states,
}: Pick<Figures, 'ratePerHour' | 'states'>): number | null {
  const isEmpty = states.length > 0 && states.every((state) => comparedRate(state) === 0);
  return ratePerHour ?? (isEmpty ? 0 : null);
}

/** $ of this month until now, at its end if the rate stays, and the user's limit for that; null: unknown, or not set. */
export function monthOutlook(app: Parameters<typeof figuresOf>[0] & MonthSlice, now: number) {
  const { costs, preferences } = app;
  const { isOn, limit } = preferences.monthForecast;
  return {
    spent: costThisMonth(costs.month, now),
    forecast: monthForecast(costs.month, comparedTotal(figuresOf(app)), now),
    limit: isOn ? limit : null,
  };
}

type Shown = Pick<AccountsSlice, 'accounts'> &
  Pick<PollingSlice, 'snapshots'> &
  Pick<UsageSlice, 'costs'>;

/** Why a cost is a minimum, as sentences; none: it is complete. @param now ms since the epoch */
export function floorReasons(
  { accounts, snapshots, costs }: Shown,
  period: keyof Costs,
  now: number,
): readonly string[] {
  if (costs[period].isAtLeast !== true) return [];
  const unread = accounts.flatMap((account) => {
    const snapshot = snapshots[account.id];
    if (snapshot === undefined || snapshot.asOf === null || !isRateOld(snapshot)) return [];
    const name = ownerName(accounts, account.id);
    return [
      `${name === null ? 'Not' : `${name} not`} updated since ${asOfTime(snapshot.asOf, now)}.`,
    ];
  });
  const silent = accounts.filter(({ can }) => !can.includes('usage'));
  const measured = `Includes ${serviceName(silent).replace(/^The /, 'the ')} only while GPU Tray was running.`;
  const reasons = [...unread, ...(silent.length > 0 ? [measured] : [])];
  return reasons.length > 0 ? reasons : ['A bill is late or missing.'];
}
