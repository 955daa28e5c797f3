import { formatDuration, formatMoney, MINUTE_MS } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { LineDrawing, linePath, pointPath } from '../../ui/line-drawing.tsx';
import { messages } from './spend-messages.ts';

/** With less, the line would say nothing. */
const MIN_MS = 30 * MINUTE_MS;

/** The hourly rate of the last 24 hours. */
export function Sparkline() {
  const now = useMinute();
  const rates = useApp((app) => app.rates);
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const known = rates.flatMap(({ rate }) => rate ?? []);
  const highest = Math.max(...known);
  const line = linePath(rates, highest, now);
  const ms = now - (rates[0]?.at ?? now);
  if (line === '' || ms < MIN_MS) return null;
  const range = messages.range(formatMoney(Math.min(...known)), formatMoney(highest));
  const label = `${messages.sparkline(formatDuration(ms))}${hideAmounts ? '' : range}`;
  const point = pointPath(rates.at(-1)?.rate ?? null, highest);
  return <LineDrawing label={label} line={line} point={point} />;
}
