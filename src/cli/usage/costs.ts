import { type Bills, costsOf } from '../../core/costs/index.ts';
import { comparedRate, type Problem, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import {
  type Costs,
  comparedTotal,
  costNow,
  figuresFrom,
  monthForecast,
} from '../../shared/usage/index.ts';
import type { AccountView } from '../vms/account-view.ts';

/** The costs of all accounts in $; null: unknown. Days and months are UTC, as in the app. */
export interface ShownCosts {
  readonly today: number | null;
  readonly month: number | null;
  /** The whole month, if the rate stays. */
  readonly forecast: number | null;
  /** A report is late or missing, or the provider of an account reports no past costs. */
  readonly isAtLeast: { readonly today: boolean; readonly month: boolean };
  /** Why a part is unknown; null where an account's own problem says so, or the service did not report it. */
  readonly problem: Problem | null;
  /** Why one is unknown although nothing failed; null: it is known, or something failed. */
  readonly lack: 'noUsage' | 'noTotal' | null;
}

/** For `withReports`. */
export const rateIn = (views: readonly AccountView[]) => (accountId: string) =>
  comparedRate(views.find(({ id }) => id === accountId)?.state ?? UNKNOWN_STATE);

/** The costs of these accounts, VMs of several accounts counted once. @param now ms since the epoch */
export function costsOfViews(
  bills: Bills,
  views: readonly AccountView[],
  previous: Costs,
  now: number,
): Costs {
  const owners = figuresFrom(views).owners.map((accounts) =>
    accounts.map(({ id, state, asOf }) => ({
      ...{ state, listedAt: asOf, bill: bills[id], measured: 0 },
    })),
  );
  return costsOf(owners, previous, now);
}

/** The costs by now. @param now ms since the epoch */
export function shownCosts(
  { today, month }: Costs,
  bills: Bills,
  views: readonly AccountView[],
  now: number,
): ShownCosts {
  const amounts = { today: costNow(today, now), month: costNow(month, now) };
  const reports = Object.values(bills).map(({ report }) => report);
  const failing = new Set(views.flatMap(({ id, status }) => (status === 'live' ? [] : id)));
  const failed = reports.find((own) => own.problem !== null && !failing.has(own.accountId));
  const isUnknown = amounts.today === null || amounts.month === null;
  const isLacking = isUnknown && reports.length > 0 && failed === undefined && failing.size === 0;
  const lack = reports.every(({ isSilent }) => isSilent) ? 'noUsage' : 'noTotal';
  return {
    ...amounts,
    forecast: monthForecast(month, comparedTotal(figuresFrom(views)), now),
    isAtLeast: { today: today.isAtLeast ?? false, month: month.isAtLeast ?? false },
    problem: failed?.problem ?? null,
    lack: isLacking ? lack : null,
  };
}
