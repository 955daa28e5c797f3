import { type FormEvent, useState } from 'react';
import { shownCost } from '../../../shared/usage/app-totals.ts';
import { firstBalanceLabel } from '../../../shared/usage/balance.ts';
import {
  type DayRange,
  presetRange,
  RANGE_PRESETS,
  type RangePreset,
  rangeProblem,
} from '../../../shared/usage/day-range.ts';
import { monthOutlook } from '../../../shared/usage/outlook.ts';
import { costParts } from '../../../shared/usage/usage.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';
import { bridge, useApp } from '../../store.ts';
import {
  Button,
  Field,
  Loading,
  Money,
  RequestButton,
  ScreenFrame,
  Select,
  useAnswer,
  useMinute,
  useMoneyText,
} from '../../ui/index.ts';
import { UsageChart } from './chart.tsx';
import { PRESET_LABELS, rangeLabel } from './messages.ts';
import { UsageTable } from './table.tsx';
import { Problems, type Report, Why, type WhyProps } from './why.tsx';

/** A range and its preset; null: typed. */
interface Period {
  readonly preset: RangePreset | null;
  readonly range: DayRange;
}

const periodOf = (preset: RangePreset): Period => ({
  preset,
  range: presetRange(preset, Date.now()),
});

const INVALID = {
  day: 'Enter both days.',
  order: 'The first day is after the last one.',
  length: 'At most 366 days can be shown.',
} as const;

const DAYS = [
  ['from', 'First day'],
  ['to', 'Last day'],
] as const;

interface CustomRangeProps extends Pick<Period, 'range'> {
  readonly onChange: (range: DayRange) => void;
}

function CustomRange({ range: shown, onChange }: CustomRangeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const range = { from: String(values.get('from')), to: String(values.get('to')) };
    const found = rangeProblem(range);
    setProblem(found === null ? null : INVALID[found]);
    if (found === null) onChange(range);
  };
  return (
    <form
      className="order-last flex basis-full flex-wrap items-end gap-2"
      noValidate
      onSubmit={submit}
    >
      {DAYS.map(([name, label]) => (
        <div className="min-w-0 flex-1 basis-28" key={name}>
          <Field
            defaultValue={shown[name]}
            label={label}
            name={name}
            problem={name === 'from' ? problem : null}
            type="date"
          />
        </div>
      ))}
      <Button type="submit" label="Show" />
    </form>
  );
}

const CHOICES = [
  ...RANGE_PRESETS.map((preset) => ({ value: preset, label: PRESET_LABELS[preset] })),
  { value: 'custom', label: 'Custom' },
] as const;

/** The cost of the month until now and its forecast, beside the limit as a bar; the balance that ends first. */
function Forecast() {
  const now = useMinute();
  const app = useApp((all) => all);
  const { spent, forecast, limit } = monthOutlook(app, now);
  const balance = firstBalanceLabel(app);
  const isOver = limit !== null && forecast !== null && forecast > limit;
  const color = `var(--color-${isOver ? 'red' : 'accent'})`;
  const percent = (amount: number | null) => `${(100 * (amount ?? 0)) / (limit ?? 1)}%`;
  return (
    <>
      {forecast !== null && !app.preferences.hideAmounts && (
        <p className="flex items-center gap-3 text-quiet text-small">
          <span className={isOver ? 'text-red' : ''}>
            forecast <Money amount={forecast} isAtLeast={app.costs.month.isAtLeast} />
            {limit !== null && (
              <>
                {' of'} <Money amount={limit} />
              </>
            )}
          </span>
          {limit !== null && (
            <span
              aria-hidden="true"
              className="h-2 grow rounded"
              style={{
                background: `linear-gradient(to right, ${color} ${percent(spent)}, color-mix(in oklab, ${color} 40%, transparent) 0 ${percent(forecast)}, var(--color-hover) 0)`,
              }}
            />
          )}
        </p>
      )}
      {balance !== null && <p className="text-quiet text-small">{balance}</p>}
    </>
  );
}

/** Today and the month are those of the header; a sum without one of the accounts is a minimum. @param report null: not read */
function useSum({ preset }: Period, report: Report | null) {
  const now = useMinute();
  const costs = useApp((app) => app.costs);
  const soFar = preset === 'today' || preset === 'month' ? shownCost({ costs }, preset, now) : null;
  if (soFar !== null && soFar.amount !== null) return soFar;
  const amount = report?.totalCost ?? null;
  return { amount, isAtLeast: amount !== null && report !== null && report.problems.length > 0 };
}

function Figures({ report, ...doubts }: WhyProps) {
  const [by, setBy] = useState<UsageGroup>('vm');
  const parts = costParts(report, useMoneyText());
  const view = report.views[by];
  return (
    <>
      <p className="text-quiet text-small first-letter:uppercase empty:hidden">{parts.slice(2)}</p>
      <Why {...doubts} report={report} />
      <UsageChart by={by} key={by} onGroup={setBy} view={view} />
      {view.rows.length > 0 && <UsageTable by={by} view={view} />}
    </>
  );
}

const hasFigures = ({ views, totalCost }: Report) => views.vm.rows.length > 0 || Boolean(totalCost);

export function Usage({ screen }: { readonly screen: { readonly preset: RangePreset } }) {
  const [period, setPeriod] = useState(() => periodOf(screen.preset));
  const [attempt, setAttempt] = useState(0);
  const { preset, range } = period;
  const answer = useAnswer(`${range.from} ${range.to} ${attempt}`, () =>
    bridge.readUsage({ range }),
  );
  const report = answer?.ok ? answer.value : null;
  const refused = answer === null || answer.ok ? [] : [{ accountId: null, ...answer.refusal }];
  const problems = report?.problems ?? refused;
  const sum = useSum(period, report);
  const other = preset === 'lastMonth' ? 'month' : 'lastMonth';
  const onRetry = () => setAttempt((count) => count + 1);
  const [isSaved, setIsSaved] = useState(false);
  const save = async () => {
    setIsSaved(false);
    const saved = await bridge.exportUsage({ range });
    setIsSaved(saved.ok && saved.value.isSaved);
    return saved;
  };
  return (
    <ScreenFrame title="Usage">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p
            className="font-semibold text-rate tracking-tight"
            title={
              report !== null && sum.amount === null ? 'The usage report has no total.' : undefined
            }
          >
            <Money {...sum} />
          </p>
          <Select
            aria-label="Period"
            onChange={(choice) =>
              setPeriod(choice === 'custom' ? { preset: null, range } : periodOf(choice))
            }
            options={CHOICES}
            title={rangeLabel(range)}
            value={preset ?? 'custom'}
          />
          {preset === null && (
            <CustomRange
              onChange={(typed) => setPeriod({ preset: null, range: typed })}
              range={range}
            />
          )}
          <span className="ml-auto text-quiet text-small" role="status">
            {isSaved && 'Saved.'}
          </span>
          <RequestButton busyLabel="Saving…" label="Export" request={save} tone="plain" />
        </div>
        {preset === 'month' && <Forecast />}
        {answer === null && <Loading height={280} title="Loading usage…" />}
        {report !== null && hasFigures(report) ? (
          <Figures isAtLeast={sum.isAtLeast} onRetry={onRetry} preset={preset} report={report} />
        ) : (
          <Problems onRetry={onRetry} problems={problems} />
        )}
        {report !== null && !hasFigures(report) && problems.length === 0 && (
          <div className="grid justify-items-start gap-2 py-3">
            <p className="text-quiet">No VM was billed in this period.</p>
            <Button
              label={`Show ${PRESET_LABELS[other].toLowerCase()}`}
              onClick={() => setPeriod(periodOf(other))}
            />
          </div>
        )}
      </div>
    </ScreenFrame>
  );
}
