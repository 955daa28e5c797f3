import { useState } from 'react';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { shownCost } from '../../../shared/usage/app-totals.ts';
import { firstBalanceLabel } from '../../../shared/usage/balance.ts';
import type { DayRange, RangePreset } from '../../../shared/usage/day-range.ts';
import { monthOutlook } from '../../../shared/usage/month-forecast.ts';
import { costParts } from '../../../shared/usage/usage.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  Loading,
  Money,
  RefusalText,
  ScreenFrame,
  useAnswer,
  useMinute,
  useRequest,
} from '../../ui/index.ts';
import { UsageChart, useMoneyText } from './chart.tsx';
import { messages } from './messages.ts';
import { type Period, PeriodPicker, periodOf } from './period.tsx';
import { UsageTable } from './table.tsx';
import { Problems, Why } from './why.tsx';

type Report = RequestOutput<'readUsage'>;

function Export({ range }: { readonly range: DayRange }) {
  const { isBusy, refusal, ask } = useRequest();
  const [isSaved, setIsSaved] = useState(false);
  const save = async () => {
    setIsSaved(false);
    const answer = await ask(bridge.exportUsage({ range }));
    setIsSaved(answer.ok && answer.value.isSaved);
  };
  return (
    <>
      <span className="ml-auto text-quiet text-small" role="status">
        {isSaved && messages.saved}
      </span>
      <Button
        busyLabel={messages.exporting}
        isBusy={isBusy}
        label={messages.exportCsv}
        onClick={save}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

/** The cost of the month until now and its forecast, beside the limit as a bar; the balance that ends first. */
function Forecast() {
  const now = useMinute();
  const app = useApp((all) => all);
  const { spent, forecast, limit } = monthOutlook(app, now);
  const isHidden = app.preferences.hideAmounts;
  const isAtLeast = app.costs.month.isAtLeast ?? false;
  const balance = firstBalanceLabel(app);
  const isOver = limit !== null && forecast !== null && forecast > limit;
  const percent = (amount: number | null) =>
    `${Math.min(100, (100 * (amount ?? 0)) / (limit ?? Number.POSITIVE_INFINITY))}%`;
  return (
    <>
      {forecast !== null && !isHidden && (
        <p className="flex items-center gap-3 text-quiet text-small">
          <span className={isOver ? 'text-red' : ''}>
            {messages.forecast} <Money amount={forecast} isAtLeast={isAtLeast} />
            {limit !== null && (
              <>
                {messages.of} <Money amount={limit} />
              </>
            )}
          </span>
          {limit !== null && (
            <span aria-hidden="true" className="relative h-2 grow overflow-hidden rounded bg-hover">
              <span
                className={`absolute inset-y-0 left-0 opacity-40 ${isOver ? 'bg-red' : 'bg-accent'}`}
                style={{ width: percent(forecast) }}
              />
              <span
                className={`absolute inset-y-0 left-0 ${isOver ? 'bg-red' : 'bg-accent'}`}
                style={{ width: percent(spent) }}
              />
            </span>
          )}
        </p>
      )}
      {balance !== null && <p className="text-quiet text-small">{balance}</p>}
    </>
  );
}

interface SumProps {
  readonly period: Period;
  /** Null: not read. */
  readonly report: Report | null;
}

/** Today and the month are those of the header; a sum without one of the accounts is a minimum. */
function useSum({ period: { preset }, report }: SumProps) {
  const now = useMinute();
  const costs = useApp((app) => app.costs);
  const soFar = preset === 'today' || preset === 'month' ? shownCost({ costs }, preset, now) : null;
  if (soFar !== null && soFar.amount !== null) return soFar;
  const amount = report?.totalCost ?? null;
  return { amount, isAtLeast: amount !== null && report !== null && report.problems.length > 0 };
}

function Sum(props: SumProps) {
  const { amount, isAtLeast } = useSum(props);
  const hasNoTotal = props.report !== null && amount === null;
  return (
    <p
      className="font-semibold text-rate tracking-tight"
      title={hasNoTotal ? messages.noTotal : undefined}
    >
      <Money amount={amount} isAtLeast={isAtLeast} />
    </p>
  );
}

interface FiguresProps extends SumProps {
  readonly report: Report;
  readonly onRetry: () => void;
}

function Figures({ period, report, onRetry }: FiguresProps) {
  const [by, setBy] = useState<UsageGroup>('vm');
  const money = useMoneyText();
  const { isAtLeast } = useSum({ period, report });
  const view = report.views[by];
  const parts = costParts(report, money);
  return (
    <>
      {parts !== '' && <p className="text-quiet text-small">{parts}</p>}
      <Why isAtLeast={isAtLeast} onRetry={onRetry} preset={period.preset} report={report} />
      <UsageChart by={by} key={by} onGroup={setBy} view={view} />
      {view.rows.length > 0 && <UsageTable by={by} view={view} />}
    </>
  );
}

interface ReportProps {
  readonly period: Period;
  readonly answer: ReturnType<typeof useAnswer<Report>>;
  readonly onRetry: () => void;
  readonly onOther: (preset: RangePreset) => void;
}

function UsageReport({ period, answer, onRetry, onOther }: ReportProps) {
  if (answer === null)
    return (
      <Loading title={messages.loading}>
        {/* About as high as the report of a month. */}
        <div className="skeleton" style={{ height: 280 }} />
      </Loading>
    );
  const report = answer.ok ? answer.value : null;
  const problems = answer.ok ? answer.value.problems : [{ accountId: null, ...answer.refusal }];
  const hasFigures =
    report !== null && (report.views.vm.rows.length > 0 || Boolean(report.totalCost));
  const other = period.preset === 'lastMonth' ? 'month' : 'lastMonth';
  return (
    <>
      {hasFigures ? (
        <Figures onRetry={onRetry} period={period} report={report} />
      ) : (
        <Problems onRetry={onRetry} problems={problems} />
      )}
      {!hasFigures && problems.length === 0 && (
        <div className="grid justify-items-start gap-2 py-3">
          <p className="text-quiet">{messages.empty}</p>
          <Button label={messages.showPreset(other)} onClick={() => onOther(other)} />
        </div>
      )}
    </>
  );
}

export function Usage({ preset }: { readonly preset: RangePreset }) {
  const [period, setPeriod] = useState(() => periodOf(preset));
  const [attempt, setAttempt] = useState(0);
  const { range } = period;
  const answer = useAnswer(`${range.from} ${range.to} ${attempt}`, () =>
    bridge.readUsage({ range }),
  );
  const report = answer?.ok ? answer.value : null;
  return (
    <ScreenFrame title={messages.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Sum period={period} report={report} />
          <PeriodPicker onChange={setPeriod} period={period} />
          <Export range={range} />
        </div>
        {period.preset === 'month' && <Forecast />}
        <UsageReport
          answer={answer}
          onOther={(next) => setPeriod(periodOf(next))}
          onRetry={() => setAttempt((count) => count + 1)}
          period={period}
        />
      </div>
    </ScreenFrame>
  );
}
