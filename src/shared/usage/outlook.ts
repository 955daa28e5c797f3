// Not part of the panel's first screen, which has a limit of bytes.
import { ownerName } from '../accounts/account-names.ts';
import { HOUR_MS } from '../format/index.ts';
import { asOfTime, isOld } from '../polling/freshness.ts';
import { serviceName } from '../providers/providers.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import { costIn } from './app-totals.ts';
import { figuresOf } from './figures.ts';
import type { Costs, UsageSlice } from './usage-slice.ts';

type Spending = Parameters<typeof figuresOf>[0] & Pick<UsageSlice, 'costs'>;

/** The cost at the end of the month (UTC) if the rate stays, $; null: unknown, or last month's. @param now ms since the epoch */
export function monthForecast(app: Spending, now: number): number | null {
  const { month } = app.costs;
  const known = costIn('month', month, now);
  // Where it is unknown, the month grows by what is known of it.
  const rate = figuresOf(app).ratePerHour ?? month.perHour;
  if (known === null || rate === null) return null;
  const date = new Date(now);
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return known + (rate * (end - now)) / HOUR_MS;
}

/** $ of this month until now, at its end if the rate stays, and the user's limit for that; null: unknown, or not set. */
export function monthOutlook(app: Spending & PreferencesSlice, now: number) {
  const { isOn, limit } = app.preferences.monthForecast;
  return {
    spent: costIn('month', app.costs.month, now),
    forecast: monthForecast(app, now),
    limit: isOn ? limit : null,
  };
}

/** Why a cost is a minimum, as sentences; none: it is complete. @param now ms since the epoch */
export function floorReasons(
  { accounts, snapshots, costs }: Spending,
  period: keyof Costs,
  now: number,
): readonly string[] {
  if (costs[period].isAtLeast !== true) return [];
  const unread = accounts.flatMap((account) => {
    const snapshot = snapshots[account.id];
    if (snapshot === undefined || snapshot.asOf === null || !isOld('spend', snapshot)) return [];
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
