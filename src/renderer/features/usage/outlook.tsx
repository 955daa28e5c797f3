import { formatMoney } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { firstBalanceLabel } from '../../../shared/usage/balance.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { comparedTotal, monthForecast } from '../../../shared/usage/month-forecast.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { costsAtLeast, forecastLabel, serviceTotals } from './messages.ts';
import { messages } from './spend-messages.ts';

/** The month's forecast, the service's own totals and the balance that ends first; empty while amounts are hidden. */
export function useOutlook(): string {
  const now = useMinute();
  return useApp((app) => {
    if (app.preferences.hideAmounts) return '';
    const figures = figuresOf(app);
    const { perDay, perMonth, isAtLeast } = figures;
    const { month } = app.costs;
    const forecast = monthForecast(month, comparedTotal(figures), now);
    const silent = app.accounts.filter(({ can }) => !can.includes('usage'));
    const hasTotals = perDay !== null || perMonth !== null;
    return [
      forecast === null ? null : forecastLabel(formatMoney(forecast, month.isAtLeast)),
      silent.length > 0 ? costsAtLeast(serviceName(silent)) : null,
      hasTotals ? serviceTotals(formatMoney(perDay), formatMoney(perMonth)) : null,
      firstBalanceLabel(app),
      isAtLeast ? messages.rateAtLeast : null,
    ]
      .filter((part) => part !== null)
      .join('. ');
  });
}

/** On hover of a cost. @param hint what the amount is */
export function Outlook({ hint }: { readonly hint: string }) {
  const text = useOutlook();
  if (text === '') return null;
  return (
    <span className="absolute inset-0" title={`${hint}. ${text}`}>
      <span className="sr-only">. {text}</span>
    </span>
  );
}
