import { useState } from 'react';
import { formatMoney } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { sumAmounts } from '../../../shared/usage/usage.ts';
import { useApp } from '../../store.ts';
import { HIDDEN_AMOUNT } from '../../ui/money-text.ts';
import { TINTS } from '../../ui/tints.ts';
import { barLabel, dayLabel, messages, othersLabel, stepOf } from './messages.ts';

/** Hidden amounts are dots, but unknown ones stay `—`. */
export function useMoneyText(format = formatMoney): typeof formatMoney {
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  return (amount, isAtLeast) =>
    hideAmounts && amount !== null ? HIDDEN_AMOUNT : format(amount, isAtLeast);
}

type Report = RequestOutput<'readUsage'>;
type Bar = Report['bars'][number];

const HEIGHT = 100;
/** Between bars, of the width of one. */
const GAP = 0.2;

/** The known parts of a day in units of the drawing, the first one at the bottom. @param highest $ of the whole height */
function partsOf({ parts }: Bar, highest: number) {
  let y = HEIGHT;
  return TINTS.flatMap((tint, index) => {
    const height = ((parts[index] ?? 0) / highest) * HEIGHT;
    y -= height;
    return height > 0 ? { tint, y, height } : [];
  });
}

interface LegendProps extends Pick<Report, 'rows' | 'rowCount'> {
  /** Amount for each color, $. */
  readonly amounts: readonly (number | null)[];
}

/** The VM of each color, with the amount of the chosen day or of the period. */
function Legend({ rows, rowCount, amounts }: LegendProps) {
  const money = useMoneyText();
  const { length } = amounts;
  const nameOf = (index: number) =>
    index === length - 1 && rowCount > length
      ? othersLabel(rowCount - index)
      : (rows[index]?.name ?? '');
  return (
    <ul className="grid grid-cols-2 gap-x-4 text-small max-[359px]:grid-cols-[minmax(0,1fr)]">
      {amounts.map((amount, index) => (
        <li className="flex min-w-0 items-center gap-1.5 py-0.5" key={TINTS[index]}>
          <span className="size-2.5 shrink-0 rounded" style={{ background: TINTS[index] }} />
          <bdi className="one-line min-w-0 grow text-left">{nameOf(index)}</bdi>
          <span className="text-quiet">{money(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Stacked bars per day or week, without a library, whose configuration would be longer. The pointer or arrow keys choose a bar. */
export function UsageChart({ bars, rows, rowCount }: Report) {
  const money = useMoneyText();
  const [chosen, choose] = useState<number | null>(null);
  const bar = chosen === null ? null : (bars[chosen] ?? null);
  const known = bars.map(({ parts }) => sumAmounts(parts.map((part) => part ?? 0)) ?? 0);
  const highest = Math.max(...known);
  const sums = (bars[0]?.parts ?? []).map((_, index) =>
    sumAmounts(bars.map(({ parts }) => parts[index] ?? null)),
  );
  const step = stepOf(bars);
  const text = bar === null ? '' : `${barLabel(bar)}: ${money(bar.cost)}`;
  const [first = '', last = ''] = [bars[0]?.from, bars.at(-1)?.to];
  return (
    <div className="grid gap-1 py-2">
      <div className="flex justify-between text-small">
        <span>
          {bar === null ? (
            <span className="text-quiet">{messages.chart(step)}</span>
          ) : (
            <>
              {barLabel(bar)} <span className="font-medium">{money(bar.cost)}</span>
            </>
          )}
        </span>
        <span className="text-quiet">
          {messages.highest(step)} {money(highest)}
        </span>
      </div>
      <div
        className="relative border-line border-b has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1"
        onPointerLeave={() => choose(null)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          choose(Math.floor(((clientX - left) / width) * bars.length));
        }}
      >
        <svg
          aria-hidden="true"
          className="block"
          height="112"
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          width="100%"
        >
          {chosen !== null && (
            <rect fill="var(--color-hover)" height={HEIGHT} width="1" x={chosen} y="0" />
          )}
          {bars.map((each, index) =>
            partsOf(each, highest).map(({ tint, ...part }) => (
              <rect
                {...part}
                fill={tint}
                key={`${each.from} ${tint}`}
                width={1 - GAP}
                x={index + GAP / 2}
              />
            )),
          )}
        </svg>
        <input
          aria-label={messages.chart(step)}
          aria-valuetext={text}
          className="absolute inset-x-0 bottom-0 h-full w-full cursor-default opacity-0"
          max={bars.length - 1}
          min="0"
          onBlur={() => choose(null)}
          onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
          onFocus={() => choose((day) => day ?? bars.length - 1)}
          type="range"
          value={chosen ?? bars.length - 1}
        />
      </div>
      <div className="flex justify-between text-quiet text-small">
        <span>{dayLabel(first, last)}</span>
        <span>{dayLabel(last, first)}</span>
      </div>
      <Legend amounts={bar?.parts ?? sums} rowCount={rowCount} rows={rows} />
    </div>
  );
}
