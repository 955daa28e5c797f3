import { useMemo } from 'react';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { moneyText } from '../../ui/money-text.ts';
import { messages } from './messages.ts';
import { sparkline } from './sparkline-path.ts';

const DAY_MS = 86_400_000;
const WIDTH = 200;
const HEIGHT = 20;

/** The hourly rate of the last 24 hours. */
export function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { currency, hideAmounts } = useApp(({ preferences }) => preferences);
  const { line, lowest, highest } = useMemo(() => {
    const to = Math.max(now, rates.at(-1)?.at ?? now);
    return sparkline(rates, { from: to - DAY_MS, to, width: WIDTH, height: HEIGHT });
  }, [rates, now]);
  if (line === '') return <span className="text-quiet">{messages.noHistory}</span>;
  const range = messages.range(moneyText(lowest, currency), moneyText(highest, currency));
  const label = `${messages.sparkline}${hideAmounts ? '' : range}`;
  return (
    <span className="flex min-w-0 grow items-end gap-2">
      <svg
        aria-label={label}
        className="h-5 min-w-0 max-w-52 grow fill-none stroke-accent"
        preserveAspectRatio="none"
        role="img"
        strokeWidth="1.5"
        viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      >
        <title>{label}</title>
        {/* The zero line. */}
        <path
          className="stroke-line"
          d={`M0 ${HEIGHT}H${WIDTH}`}
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        <path d={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="shrink-0 text-quiet">{messages.period}</span>
    </span>
  );
}
