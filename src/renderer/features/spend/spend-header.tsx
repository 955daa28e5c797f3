import { useMemo } from 'react';
import { appTotals } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { Money } from '../../ui/index.ts';
import { CostsLine, Forecast } from './costs-line.tsx';
import { RateSparkline } from './rate-sparkline.tsx';

/** All accounts together, $/h, each owner once; null as soon as one of them is not known. */
export function useTotalRate(): number | null {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  return useMemo(() => appTotals({ accounts, snapshots }).ratePerHour, [accounts, snapshots]);
}

/** What is read in two seconds: how much per hour, and how it came to be. */
export function SpendHeader() {
  const rate = useTotalRate();
  return (
    <header className="grid shrink-0 gap-1 border-line border-b px-4 pt-4 pb-3 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1
          className="font-semibold text-rate tracking-tight"
          title={rate === null ? 'The rate of at least one account is not known' : undefined}
        >
          <span className="sr-only">Spending now </span>
          <Money amount={rate} per="h" />
        </h1>
        <CostsLine />
      </div>
      <div className="flex min-h-5 items-end justify-between gap-4 [@media(max-height:420px)]:hidden">
        <RateSparkline />
        <Forecast />
      </div>
    </header>
  );
}
