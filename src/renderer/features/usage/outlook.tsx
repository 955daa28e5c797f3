import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { clockTime, formatMoney, joined } from '../../../shared/format/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { firstBalanceLabel } from '../../../shared/usage/balance.ts';
import { floorReasons, monthOutlook } from '../../../shared/usage/outlook.ts';
import type { Costs } from '../../../shared/usage/usage-slice.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';

/** Why the cost is unknown or a minimum, the month's forecast, and the balance that ends first; no amounts while they are hidden. */
function outlookOf(app: AppState, period: keyof Costs, now: number): string {
  const { problem = null, retryAt = now } = app.missingCosts ?? {};
  const reasons = [
    problem && describePollingProblem(problem, 'spend').message,
    // It waits for the account's next poll.
    problem && retryAt > now ? `Retrying at ${clockTime(retryAt)}` : null,
    ...floorReasons(app, period, now),
  ].map((reason) => reason?.replace(/\.$/, ''));
  if (app.preferences.hideAmounts) return joined(reasons, '. ');
  const { forecast } = monthOutlook(app, now);
  const label = forecast !== null && `Forecast ${formatMoney(forecast, app.costs.month.isAtLeast)}`;
  return joined([...reasons, label, firstBalanceLabel(app)], '. ');
}

export function Outlook({ hint, period }: { readonly hint: string; readonly period: keyof Costs }) {
  const now = useMinute();
  const text = useApp((app) => outlookOf(app, period, now));
  if (text === '') return null;
  return (
    <span className="absolute inset-0" title={`${hint}. ${text}`}>
      <span className="sr-only">. {text}</span>
    </span>
  );
}
