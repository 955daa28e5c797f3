// Not part of the panel's first screen, which has a limit of bytes.
import { ownerName } from '../accounts/account-names.ts';
import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import { asOfTime, isRateOld } from '../polling/freshness.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import { serviceName } from '../providers/providers.ts';
import type { Costs, UsageSlice } from './usage-slice.ts';

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
