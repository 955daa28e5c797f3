import { useMemo } from 'react';
import {
  appTotals,
  costThisMonth,
  costToday,
  isThisMonth,
  monthForecast,
} from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { Money, useMinute } from '../../ui/index.ts';
import { messages } from './messages.ts';
import { Sparkline } from './sparkline.tsx';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** $/h of all accounts, each owner once; null if one of them is unknown. */
export function useTotalRate(): number | null {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  return useMemo(() => appTotals({ accounts, snapshots }).ratePerHour, [accounts, snapshots]);
}

/** Cost of today and of the month so far, updated once a minute. */
function Costs() {
  const now = useMinute();
  const { today, month } = useApp(({ costs }) => costs);
  return (
    <p className="text-quiet min-[360px]:text-right">
      <span className="whitespace-nowrap">
        {messages.today} <Money amount={costToday(today, now)} />
      </span>
      {' · '}
      <span className="whitespace-nowrap">
        {monthName.format(now)} <Money amount={costThisMonth(month, now)} />
      </span>
    </p>
  );
}

/** Cost of the whole month at the current rate. */
function Forecast() {
  const now = useMinute();
  const month = useApp(({ costs }) => costs.month);
  const forecast = isThisMonth(month, now) ? monthForecast(month, now) : null;
  if (forecast === null) return null;
  return (
    <span className="shrink-0 text-quiet" title={messages.forecastHint}>
      {messages.forecast} <Money amount={forecast} isEstimate />
    </span>
  );
}

/** The hourly rate, its history and the costs. */
export function SpendHeader() {
  const rate = useTotalRate();
  return (
    <header className="grid shrink-0 gap-1 border-line border-b px-4 pt-4 pb-3 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1
          className="font-semibold text-rate tracking-tight"
          title={rate === null ? messages.unknownRate : undefined}
        >
          <span className="sr-only">{messages.spending}</span>
          <Money amount={rate} per="h" />
        </h1>
        <Costs />
      </div>
      <div className="flex min-h-5 items-end justify-between gap-4 [@media(max-height:420px)]:hidden">
        <Sparkline />
        <Forecast />
      </div>
    </header>
  );
}
