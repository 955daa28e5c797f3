import { formatMoney } from '../../../shared/format/index.ts';
import { firstBalanceLabel } from '../../../shared/usage/balance.ts';
import { floorReasons } from '../../../shared/usage/floor.ts';
import { monthOutlook } from '../../../shared/usage/month-forecast.ts';
import type { Costs } from '../../../shared/usage/usage-slice.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { forecastLabel } from './messages.ts';

/** Why the cost is a minimum, the month's forecast, and the balance that ends first; no amounts while they are hidden. */
function useOutlook(period: keyof Costs): string {
  const now = useMinute();
  return useApp((app) => {
    const floors = floorReasons(app, period, now).map((reason) => reason.replace(/\.$/, ''));
    if (app.preferences.hideAmounts) return floors.join('. ');
    const { forecast } = monthOutlook(app, now);
    const label =
      forecast === null ? null : forecastLabel(formatMoney(forecast, app.costs.month.isAtLeast));
    return [...floors, label, firstBalanceLabel(app)].filter((part) => part !== null).join('. ');
  });
}

interface OutlookProps {
  readonly hint: string;
  readonly period: keyof Costs;
}

export function Outlook({ hint, period }: OutlookProps) {
  const text = useOutlook(period);
  if (text === '') return null;
  return (
    <span className="absolute inset-0" title={`${hint}. ${text}`}>
      <span className="sr-only">. {text}</span>
    </span>
  );
}
