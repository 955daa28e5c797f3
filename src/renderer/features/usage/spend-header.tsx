import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { Totals } from '../../../shared/domain/index.ts';
import { formatMoney, shownCurrency } from '../../../shared/format/index.ts';
import { appFreshness, asOfTime } from '../../../shared/polling/index.ts';
import {
  appTotals,
  costThisMonth,
  isThisMonth,
  monthForecast,
  monthName,
  type RangePreset,
  shownToday,
  shownTotalRate,
} from '../../../shared/usage/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { lazy, Money, onDemand, useMinute } from '../../ui/index.ts';
import { Amount } from './amount.tsx';
import { Sparkline } from './sparkline.tsx';
import { messages } from './spend-messages.ts';

function useTotals(): Totals {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  return useMemo(() => appTotals({ accounts, snapshots }), [accounts, snapshots]);
}

/** $/h of all accounts, each owner once; null if one of them is unknown. */
export function useTotalRate(): number | null {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  return useMemo(() => shownTotalRate({ accounts, snapshots }), [accounts, snapshots]);
}

/** The time of the oldest data; null: all is up to date. */
function useAsOf(): string | null {
  const now = useMinute();
  const asOf = useApp((app) => appFreshness(app).asOf);
  return asOf === null ? null : asOfTime(asOf, now);
}

interface RateProps {
  /** $/h; null: unknown. */
  readonly rate: number | null;
  readonly limit: number | null;
}

/** Gray while out of date, amber above the limit. */
function Rate({ rate, limit }: RateProps) {
  const isOld = useAsOf() !== null;
  const isOver = rate !== null && limit !== null && rate > limit;
  const tone = isOld
    ? '[--amount:var(--color-quiet)]'
    : isOver
      ? '[--amount:var(--color-amber)]'
      : '';
  return (
    <h1 className={`font-semibold text-rate tracking-tight ${tone}`}>
      <span className="sr-only">{messages.spending}</span>
      <Amount amount={rate} per="h" reasonOf={({ rateReason }, app) => rateReason(app)} />
      {isOver && <span className="sr-only">, {messages.overLimit}</span>}
    </h1>
  );
}

/** The limit or the age of the rate, and the number of running VMs. A part that does not fit is left out. */
function RateNote({ rate, limit }: RateProps) {
  const asOf = useAsOf();
  const { running } = useTotals();
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  const hasLimit = limit !== null && !isHidden;
  // Without a rate, 0 may mean that no list was received.
  const isCounted = running > 0 || rate !== null;
  return (
    <p className="col-start-1 flex h-4 flex-wrap overflow-hidden text-quiet">
      {asOf !== null && <span className="whitespace-nowrap">{messages.asOf(asOf)}</span>}
      {asOf === null && hasLimit && (
        <span className="whitespace-nowrap">
          {messages.limit} <Money amount={limit} />
        </span>
      )}
      {isCounted && (
        <span className="whitespace-pre">
          {(asOf !== null || hasLimit) && ' · '}
          {messages.running(running)}
        </span>
      )}
    </p>
  );
}

interface CostProps {
  readonly label: string;
  readonly hint: string;
  /** The usage that a click shows; default: none. */
  readonly usage?: RangePreset;
  readonly children: ReactNode;
}

function Cost({ label, hint, usage, children }: CostProps) {
  const figure = (
    <>
      {children}
      <span className="sr-only"> {hint}</span>
    </>
  );
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline" title={hint}>
      <dt className="text-quiet">{label}</dt>
      <dd className="text-right">
        {usage === undefined ? (
          figure
        ) : (
          <button
            className="-my-1 min-h-6 underline-offset-2 hover:underline"
            onClick={() => go({ kind: 'usage', preset: usage })}
            type="button"
          >
            {figure}
          </button>
        )}
      </dd>
    </div>
  );
}

const reasonOf: ComponentProps<typeof Amount>['reasonOf'] = ({ costReason }, app) =>
  costReason(app);

function Costs() {
  const now = useMinute();
  const costs = useApp((app) => app.costs);
  const { month } = costs;
  const measured = useApp(({ measuredToday }) => measuredToday);
  const forecast = isThisMonth(month, now) ? monthForecast(month, now) : null;
  const { perDay, perMonth } = useTotals();
  const currency = useApp(({ preferences }) => shownCurrency(preferences));
  const isSaid = currency !== null && (perDay !== null || perMonth !== null);
  const totals = isSaid
    ? messages.serviceTotals(formatMoney(perDay, currency), formatMoney(perMonth, currency))
    : '';
  return (
    <dl className="col-start-2 row-span-3 row-start-1 grid grid-cols-[auto_auto] content-between gap-x-3 self-stretch pt-1.5 max-[299px]:col-start-1 max-[299px]:row-span-1 max-[299px]:row-start-3 max-[299px]:grid-cols-[1fr_auto]">
      <Cost
        hint={measured ? messages.measured : messages.billed}
        label={messages.today}
        usage="today"
      >
        <Amount
          amount={shownToday({ costs, measuredToday: measured }, now)}
          isEstimate={measured !== null}
          reasonOf={reasonOf}
        />
      </Cost>
      <Cost hint={messages.billed} label={monthName(now)} usage="month">
        <Amount amount={costThisMonth(month, now)} reasonOf={reasonOf} />
      </Cost>
      <Cost hint={messages.forecastHint + totals} label={messages.forecast}>
        <Amount amount={forecast} isEstimate reasonOf={reasonOf} />
      </Cost>
    </dl>
  );
}

/** Few service profiles have the path of a balance. */
const Balance = lazy(onDemand(() => import('./balance.tsx').then((all) => all.Balance)));

/** Rate, limit, history, costs and balance. Its height depends only on the panel's width and on whether there is a balance. */
export function SpendHeader() {
  const rate = useTotalRate();
  const threshold = useApp(({ preferences }) => preferences.hourlyRate);
  const limit = threshold.isOn ? threshold.limit : null;
  const hasBalance = useApp(
    ({ accounts, preferences }) =>
      !preferences.hideAmounts && accounts.some(({ profile }) => profile?.balance !== undefined),
  );
  return (
    <header className="grid shrink-0 grid-cols-[minmax(0,1fr)_auto] grid-rows-[32px_16px_20px] items-baseline gap-x-4 gap-y-1 border-line border-b px-4 pt-3 pb-3 text-small max-[299px]:grid-cols-1 max-[299px]:grid-rows-[32px_16px_auto]">
      <Rate limit={limit} rate={rate} />
      <RateNote limit={limit} rate={rate} />
      <Costs />
      <Sparkline />
      {hasBalance && (
        <p className="one-line col-span-full h-4 text-quiet">
          <Balance />
        </p>
      )}
    </header>
  );
}
