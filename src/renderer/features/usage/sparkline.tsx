import { useMemo } from 'react';
import { DAY_MS, formatDuration, MINUTE_MS } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { moneyText } from '../../ui/money-text.ts';
import { sparkline } from './sparkline-path.ts';
import { messages } from './spend-messages.ts';

const WIDTH = 200;
const HEIGHT = 20;

/** The hourly rate of the last 24 hours; nothing while there are too few samples. */
export function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { currency, hideAmounts } = useApp(({ preferences }) => preferences);
  const drawn = useMemo(() => {
    const to = Math.max(now, rates.at(-1)?.at ?? now);
    return sparkline(rates, { from: to - DAY_MS, to, width: WIDTH, height: HEIGHT });
  }, [rates, now]);
  if (drawn.line === '') return null;
  const range = messages.range(
    moneyText(drawn.lowest, currency),
    moneyText(drawn.highest, currency),
  );
  const gaps = drawn.missingMs < MINUTE_MS ? '' : messages.gaps(formatDuration(drawn.missingMs));
  const label = `${messages.sparkline}${hideAmounts ? '' : range}${gaps}`;
  return (
    <span className="col-start-1 flex items-end gap-2 self-end max-[299px]:hidden">
      <svg
        aria-label={label}
        className="h-5 min-w-0 max-w-52 grow overflow-visible fill-none stroke-accent"
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
        <path d={drawn.line} vectorEffect="non-scaling-stroke" />
        <path
          d={drawn.now}
          strokeLinecap="round"
          strokeWidth="5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="shrink-0 text-quiet">{messages.period}</span>
    </span>
  );
}
