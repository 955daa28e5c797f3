import { useState } from 'react';
import {
  formatDuration,
  formatLimit,
  formatMoney,
  MINUTE_MS,
  otherUtcDay,
} from '../../../shared/format/index.ts';
import { appFreshness, asOfTime } from '../../../shared/polling/freshness.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { monthName, shownCost } from '../../../shared/usage/app-totals.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import type { Costs as CostsOfApp } from '../../../shared/usage/usage-slice.ts';
import { go, useApp } from '../../store.ts';
import { lazy, Money, onDemand, useMinute } from '../../ui/index.ts';
import { LineDrawing, linePath, pointPath } from '../../ui/line-drawing.tsx';

/** With less, the line would say nothing. */
const MIN_MS = 30 * MINUTE_MS;

/** The hourly rate of the last 24 hours. */
function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const known = rates.flatMap(({ rate }) => rate ?? []);
  const highest = Math.max(...known);
  const line = linePath(rates, highest, now);
  const ms = now - (rates[0]?.at ?? now);
  if (line === '' || ms < MIN_MS) return null;
  const range = `: from ${formatMoney(Math.min(...known))} to ${formatMoney(highest)} per hour`;
  const label = `Hourly rate over the last ${formatDuration(ms)}${hideAmounts ? '' : range}`;
  const point = pointPath(rates.at(-1)?.rate ?? null, highest);
  return <LineDrawing label={label} line={line} point={point} />;
}

const AccountBar = lazy(onDemand(() => import('./account-bar.tsx'), 'AccountBar'));
const Outlook = lazy(onDemand(() => import('./outlook.tsx'), 'Outlook'));

/** The figure that has the "≥" for all of them. */
function leastOf(app: AppState): 'month' | 'today' | 'rate' | null {
  const { month, today } = app.costs;
  if (month.isAtLeast && month.known !== null) return 'month';
  if (today.isAtLeast && today.known !== null) return 'today';
  return figuresOf(app).isAtLeast ? 'rate' : null;
}

/** A cost until now. The pointer and the focus show what it will be, a click its usage. */
function Cost({ period }: { readonly period: keyof CostsOfApp }) {
  const now = useMinute();
  const [hasMore, setMore] = useState(false);
  const costs = useApp((app) => app.costs);
  const isBilled = useApp(({ accounts }) => accounts.some(({ can }) => can.includes('usage')));
  const isLeast = useApp((app) => leastOf(app) === period);
  const { amount, isAtLeast } = shownCost({ costs }, period, now);
  const day = period === 'today' ? otherUtcDay(now) : null;
  const hint =
    (day === null ? '' : `${day}. `) +
    (isAtLeast || !isBilled
      ? 'Some costs aren’t reported yet. Show usage'
      : 'Billed so far, plus the current rate. Show usage');
  return (
    <div
      className="relative col-span-2 grid grid-cols-subgrid items-baseline"
      onPointerEnter={() => setMore(true)}
      title={hint}
    >
      <dt className="text-quiet">{period === 'today' ? 'Today' : monthName(now)}</dt>
      <dd className="text-right">
        <button
          className="-my-1 min-h-6 underline-offset-2 hover:underline"
          onClick={() => go({ kind: 'usage', preset: period })}
          onFocus={() => setMore(true)}
          type="button"
        >
          <Money amount={amount} isAtLeast={isLeast} />
          <span className="sr-only"> {hint}</span>
          {hasMore && <Outlook hint={hint} period={period} />}
        </button>
      </dd>
    </div>
  );
}

/** Rate, limit, history and costs, and the parts of several accounts. Its height depends only on the panel's width. */
export function SpendHeader() {
  const now = useMinute();
  const { shownRate: rate, byAccount, running, ratePerHour } = useApp(figuresOf);
  const { hourlyRate, hideAmounts } = useApp(({ preferences }) => preferences);
  const isAtLeast = useApp((app) => leastOf(app) === 'rate');
  // Of the oldest data; null: all is up to date.
  const at = useApp((app) => appFreshness(app).asOf);
  const limit = hourlyRate.isOn ? hourlyRate.limit : null;
  const isOver = rate !== null && limit !== null && rate > limit;
  const overTone = isOver ? '[--amount:var(--color-red)]' : '';
  const tone = at === null ? overTone : '[--amount:var(--color-quiet)]';
  const limitText = limit === null || hideAmounts ? null : `limit ${formatLimit(limit)}`;
  const note = at === null ? limitText : `as of ${asOfTime(at, now)}`;
  // Without a rate, 0 may mean that no list was received.
  const isCounted = running > 0 || ratePerHour !== null;
  return (
    <header className="grid h-22 shrink-0 grid-cols-[minmax(0,1fr)_auto] auto-rows-[16px] grid-rows-[32px_16px] content-center items-center gap-x-4 gap-y-1 border-line border-b pr-10 pl-4 text-small max-[299px]:h-31 max-[299px]:pr-4 max-[299px]:grid-cols-[minmax(0,1fr)] max-[299px]:grid-rows-[32px_repeat(3,16px)]">
      {/* In both lines, a part that does not fit wraps out of sight. */}
      <div className="flex h-8 flex-wrap items-center gap-x-3 gap-y-2 overflow-hidden">
        <h1
          className={`font-semibold text-rate tracking-tight ${tone}`}
          title={isAtLeast ? 'Some charges (such as storage) may be missing.' : undefined}
        >
          <span className="sr-only">{'Spending now '}</span>
          <Money amount={rate} isAtLeast={isAtLeast} per="h" />
          {isOver && <span className="sr-only">, above the limit</span>}
        </h1>
        <Sparkline />
      </div>
      <p className="flex h-4 flex-wrap overflow-hidden text-quiet">
        {note !== null && <span className="whitespace-nowrap">{note}</span>}
        {isCounted && (
          <span className="whitespace-pre">
            {note !== null && ' · '}
            {`${running} running`}
          </span>
        )}
      </p>
      <dl className="col-start-2 row-span-2 row-start-1 grid grid-cols-[auto_auto] grid-rows-subgrid items-center gap-x-3 max-[299px]:col-start-1 max-[299px]:row-start-3 max-[299px]:grid-cols-[1fr_auto]">
        <Cost period="today" />
        <Cost period="month" />
      </dl>
      {byAccount.length > 0 && <AccountBar />}
    </header>
  );
}
