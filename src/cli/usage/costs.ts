import {
  type BilledCosts,
  billedBy,
  billedOnce,
  costsAtLeast,
  costsOf,
  todayPart,
} from '../../core/costs/index.ts';
import { countedOnce, type Problem, sameOwners, totalsOf } from '../../shared/domain/index.ts';
import type { Costs } from '../../shared/usage/index.ts';
import { costNow, monthForecast } from '../../shared/usage/index.ts';
import type { AccountView } from '../vms/account-view.ts';

/** The costs of all accounts in $; null: unknown. Days and months are UTC, as in the app. */
export interface ShownCosts {
  readonly today: number | null;
  readonly month: number | null;
  /** The whole month, if the rate stays. */
  readonly forecast: number | null;
  /** A bill is late, or the provider of an account tells no past costs. */
  readonly areAtLeast: boolean;
  /** Why one is unknown; null where an account's own problem says so, or the service did not report it. */
  readonly problem: Problem | null;
  /** Why one is unknown although nothing failed; null: it is known, or something failed. */
  readonly lack: 'noUsage' | 'noTotal' | null;
}

/** $/h of the accounts that tell past costs: the costs grow by it. */
export function toldRate(
  billed: readonly BilledCosts[],
  views: readonly AccountView[],
): number | null {
  const silent = billed.flatMap(({ accountId, isSilent }) => (isSilent ? accountId : []));
  return totalsOf(countedOnce(views.filter(({ id }) => !silent.includes(id)))).ratePerHour;
}

/** The costs after usage reports, VMs of several accounts counted once. @param now ms since the epoch */
export function reportedCosts(
  billed: readonly BilledCosts[],
  previous: Costs,
  views: readonly AccountView[],
  now: number,
): Costs {
  const owners = sameOwners(views).map((accounts) => accounts.map(({ id }) => id));
  const bills = billedOnce(billed, owners);
  return withProved(costsOf(bills, previous, toldRate(billed, views), now), billed, views, now);
}

/** The costs, at least those of the current runs. */
export function withProved(
  costs: Costs,
  billed: readonly BilledCosts[],
  views: readonly AccountView[],
  now: number,
): Costs {
  const byId = new Map(billed.map((bill) => [bill.accountId, bill]));
  const owners = sameOwners(views).map((accounts) =>
    accounts.map(({ id, state, asOf }) => {
      const bill = byId.get(id);
      const accrued = bill === undefined ? null : billedBy(bill, null, now).today;
      return todayPart({ state, listedAt: asOf, bill, accrued, measured: 0 }, now);
    }),
  );
  return costsAtLeast(costs, owners, now);
}

/** The costs by now. @param billed the last usage reports @param now ms since the epoch */
export function shownCosts(
  { today, month }: Costs,
  billed: readonly BilledCosts[],
  views: readonly AccountView[],
  now: number,
): ShownCosts {
  const amounts = { today: costNow(today, now), month: costNow(month, now) };
  const isUnknown = amounts.today === null || amounts.month === null;
  const failing = new Set(views.flatMap(({ id, status }) => (status === 'live' ? [] : id)));
  const problem = billed.find((bill) => bill.problem !== null && !failing.has(bill.accountId));
  const isLacking = isUnknown && billed.length > 0 && problem === undefined && failing.size === 0;
  const lack = billed.every(({ isSilent }) => isSilent) ? 'noUsage' : 'noTotal';
  // As in the app, with the known rate of accounts that tell no past costs.
  const { ratePerHour } = totalsOf(countedOnce(views));
  const forecast = monthForecast({ ...month, perHour: ratePerHour ?? month.perHour }, now);
  return {
    ...amounts,
    forecast,
    areAtLeast: today.isAtLeast === true || billed.some(({ isSilent }) => isSilent),
    problem: isUnknown ? (problem?.problem ?? null) : null,
    lack: isLacking ? lack : null,
  };
}
