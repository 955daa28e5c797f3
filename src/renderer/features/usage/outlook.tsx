import { formatMoney, shownCurrency } from '../../../shared/format/index.ts';
import { serviceName } from '../../../shared/providers/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { appTotals, firstBalanceLabel, monthForecast } from '../../../shared/usage/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { costsAtLeast, forecastLabel, rateAtLeast, serviceTotals } from './messages.ts';

/** Whose past costs are only measured; null: nobody's. */
function costsNote({ accounts }: Pick<AppState, 'accounts'>): string | null {
  const silent = accounts.filter(({ can }) => !can.includes('usage'));
  return silent.length === 0 ? null : costsAtLeast(serviceName(silent));
}

/** The month's forecast, the service's own totals and the balance that ends first; empty while amounts are hidden. */
export function useOutlook(): string {
  const now = useMinute();
  return useApp((app) => {
    const currency = shownCurrency(app.preferences);
    if (currency === null) return '';
    const money = (amount: number | null) => formatMoney(amount, currency);
    const { perDay, perMonth, isAtLeast } = appTotals(app);
    const forecast = monthForecast(app.costs.month, now);
    const hasTotals = perDay !== null || perMonth !== null;
    return [
      forecast === null ? null : forecastLabel(money(forecast)),
      costsNote(app),
      hasTotals ? serviceTotals(money(perDay), money(perMonth)) : null,
      firstBalanceLabel(app),
      isAtLeast ? rateAtLeast : null,
    ]
      .filter((part) => part !== null)
      .join('. ');
  });
}

interface HintProps {
  readonly hint: string;
  readonly isMonth: boolean;
}

/** On hover of a cost. */
export function CostHint({ hint, isMonth }: HintProps) {
  const outlook = useOutlook();
  const note = useApp(costsNote) ?? '';
  const text = isMonth ? outlook : note;
  if (text === '') return null;
  return (
    <span className="absolute inset-0" title={`${hint}. ${text}`}>
      <span className="sr-only">. {text}</span>
    </span>
  );
}
