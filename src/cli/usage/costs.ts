import type { Problem } from '../../shared/domain/problem.ts';
import type { AppState } from '../../shared/state/index.ts';
import { shownCost } from '../../shared/usage/app-totals.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { comparedTotal, monthForecast } from '../../shared/usage/outlook.ts';
import { accountIssues, viewsOf } from '../vms/account-view.ts';

/** Why a cost is unknown or "at least"; null: an account's own problem says so, or nothing failed. */
function costProblem(app: AppState, now: number): Problem | null {
  const problem = app.missingCosts?.problem ?? null;
  const isOfAccount = accountIssues(app, now).some(
    (issue) => issue.tone === 'alarm' && issue.problem?.kind === problem?.kind,
  );
  return isOfAccount ? null : problem;
}

/** The costs of all accounts as in the app, $, and the whole month's if the rate stays. Days and months are UTC. */
export function shownCosts(app: AppState, now: number) {
  const today = shownCost(app, 'today', now);
  const month = shownCost(app, 'month', now);
  const isUnknown = app.missingCosts !== null && (today.amount === null || month.amount === null);
  const isUp = viewsOf(app).every(({ status }) => status === 'live');
  return {
    today,
    month,
    forecast: monthForecast(app.costs.month, comparedTotal(figuresOf(app)), now),
    problem: costProblem(app, now),
    /** One is unknown although nothing failed. */
    isUnreported: isUnknown && isUp && app.missingCosts?.problem === null,
  };
}
