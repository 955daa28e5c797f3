import { useMemo } from 'react';
import { DAY_MS, formatDuration, MINUTE_MS } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { moneyText } from '../../ui/money-text.ts';
import { DRAWING, LineDrawing } from './line-drawing.tsx';
import { sparkline } from './sparkline-path.ts';
import { messages } from './spend-messages.ts';

/** The hourly rate of the last 24 hours; empty with too few samples. */
export function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { currency, hideAmounts } = useApp(({ preferences }) => preferences);
  const drawn = useMemo(() => {
    const to = Math.max(now, rates.at(-1)?.at ?? now);
    return sparkline(rates, { from: to - DAY_MS, to, ...DRAWING });
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
      <LineDrawing className="min-w-0 max-w-52 grow" label={label} line={drawn.line}>
        <path d={drawn.now} strokeLinecap="round" strokeWidth="5" />
      </LineDrawing>
      <span className="shrink-0 text-quiet">{messages.period}</span>
    </span>
  );
}
