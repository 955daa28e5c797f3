import { monthForecast } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { Money, useMinute } from '../../ui/index.ts';
import { costThisMonth, costToday, isThisMonth } from './cost-periods.ts';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** What today and the month have cost by now. The figures grow once a minute. */
export function CostsLine() {
  const now = useMinute();
  const { today, month } = useApp(({ costs }) => costs);
  return (
    <p className="text-quiet min-[360px]:text-right">
      <span className="whitespace-nowrap">
        today <Money amount={costToday(today, now)} />
      </span>
      {' · '}
      <span className="whitespace-nowrap">
        {monthName.format(now)} <Money amount={costThisMonth(month, now)} />
      </span>
    </p>
  );
}

/** What the month will have cost at this rate. */
export function Forecast() {
  const now = useMinute();
  const month = useApp(({ costs }) => costs.month);
  const forecast = isThisMonth(month, now) ? monthForecast(month, now) : null;
  if (forecast === null) return null;
  return (
    <span className="shrink-0 text-quiet" title="If the hourly rate stays as it is">
      forecast <Money amount={forecast} isEstimate />
    </span>
  );
}
