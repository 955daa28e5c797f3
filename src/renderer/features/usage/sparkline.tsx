import { DAY_MS, formatDuration, formatMoney, MINUTE_MS } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { DRAWING, LineDrawing } from './line-drawing.tsx';
import { sparkline } from './sparkline-path.ts';
import { messages } from './spend-messages.ts';

/** With less, the line would say nothing. */
const MIN_MS = 30 * MINUTE_MS;

/** The hourly rate of at most the last 24 hours. */
export function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const to = Math.max(now, rates.at(-1)?.at ?? now);
  const from = Math.max(to - DAY_MS, rates[0]?.at ?? to);
  const drawn = sparkline(rates, { from, to, ...DRAWING });
  if (drawn.line === '' || to - from < MIN_MS) return null;
  const range = messages.range(formatMoney(drawn.lowest), formatMoney(drawn.highest));
  const gaps = drawn.missingMs < MINUTE_MS ? '' : messages.gaps(formatDuration(drawn.missingMs));
  const label = `${messages.sparkline(formatDuration(to - from))}${hideAmounts ? '' : range}${gaps}`;
  return (
    <LineDrawing className="w-14" label={label} line={drawn.line}>
      <path d={drawn.now} strokeLinecap="round" strokeWidth="5" />
    </LineDrawing>
  );
}
