import type { Problem } from '../../shared/domain/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import {
  comparedTotal,
  costThisMonth,
  costToday,
  figuresOf,
  monthForecast,
} from '../../shared/usage/index.ts';
import { viewProblem, viewsOf } from '../vms/account-view.ts';

/** The costs of all accounts in $; null: unknown. Days and months are UTC, as in the app. */
interface ShownCosts {
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

export function shownCosts(app: AppState, now: number): ShownCosts {
  const { costs, missingCosts, accounts } = app;
  const today = costToday(costs.today, now);
  const month = costThisMonth(costs.month, now);
  const failing = viewsOf(app).filter(({ status }) => status !== 'live');
  const problem = missingCosts?.problem ?? null;
  const isOfAccount = failing.some((view) => viewProblem(view)?.kind === problem?.kind);
  const isUnknown = missingCosts !== null && (today === null || month === null);
  const isLacking = isUnknown && problem === null && failing.length === 0;
  const lack = accounts.every(({ can }) => !can.includes('usage')) ? 'noUsage' : 'noTotal';
  return {
    today,
    month,
    forecast: monthForecast(costs.month, comparedTotal(figuresOf(app)), now),
    isAtLeast: { today: costs.today.isAtLeast ?? false, month: costs.month.isAtLeast ?? false },
    problem: isOfAccount ? null : problem,
    lack: isLacking ? lack : null,
  };
}
