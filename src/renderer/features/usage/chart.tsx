import { useState } from 'react';
import { sumAmounts } from '../../../shared/domain/billing.ts';
import { USAGE_GROUPS, type UsageGroup } from '../../../shared/usage/usage-group.ts';
import { Select, useMoneyText } from '../../ui/index.ts';
import { TINTS } from './account-bar.tsx';
import { barLabel, dayLabel, GROUP_LABELS, othersLabel } from './messages.ts';
import type { UsageTableProps, View } from './table.tsx';

const HEIGHT = 100;
/** Between bars, of the width of one. */
const GAP = 0.2;

interface BarsProps {
  readonly bars: View['bars'];
  /** Index of a bar; null: none. */
  readonly chosen: number | null;
}

/** The known parts of each day or week, the first one at the bottom, without a library, whose configuration would be longer. */
function Drawing({ bars, chosen }: BarsProps) {
  const costs = bars.map(({ parts }) => parts.reduce<number>((sum, part) => sum + (part ?? 0), 0));
  const highest = Math.max(...costs);
  return (
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
      {bars.map(({ from, parts }, index) => {
        let y = HEIGHT;
        return TINTS.map((tint, color) => {
          const height = ((parts[color] ?? 0) / highest) * HEIGHT || 0;
          y -= height;
          const x = index + GAP / 2;
          return <rect fill={tint} key={`${from} ${tint}`} {...{ height, x, y }} width={1 - GAP} />;
        });
      })}
    </svg>
  );
}

/** The row of each color, with the amount of the chosen bar or of the period. */
function Legend({ bars, rows, rowCount, chosen }: View & BarsProps) {
  const money = useMoneyText();
  const { length = 0 } = bars[0]?.parts ?? {};
  const rowOf = (index: number) =>
    index === length - 1 && rowCount > length ? undefined : rows[index];
  // A row may have costs of no day.
  const sums = (bars[0]?.parts ?? []).map((_, index) => {
    const row = rowOf(index);
    return row ? row.cost : sumAmounts(bars.map(({ parts }) => parts[index] ?? null));
  });
  const amounts = (chosen === null ? undefined : bars[chosen]?.parts) ?? sums;
  const nameOf = (index: number) => rowOf(index)?.name ?? othersLabel(rowCount - index);
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

interface UsageChartProps extends UsageTableProps {
  readonly onGroup: (by: UsageGroup) => void;
}

const GROUPS = USAGE_GROUPS.map((value) => ({ value, label: `by ${GROUP_LABELS[value]}` }));

/** The choice of the rows, and stacked bars per day or week. The pointer or arrow keys choose a bar. */
export function UsageChart({ by, view, onGroup }: UsageChartProps) {
  const money = useMoneyText();
  const [chosen, choose] = useState<number | null>(null);
  const { bars } = view;
  const bar = chosen === null ? null : (bars[chosen] ?? null);
  const label = `Cost per ${bars.some(({ from, to }) => from !== to) ? 'week' : 'day'}`;
  const [first, last] = [bars[0], bars.at(-1)];
  const hasChart = bars.length > 1;
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between text-small">
        <span className="text-quiet">
          {bar === null ? hasChart && label : `${barLabel(bar)} `}
          {bar !== null && <span className="font-medium text-ink">{money(bar.cost)}</span>}
        </span>
        <Select aria-label="Rows" onChange={onGroup} options={GROUPS} value={by} />
      </div>
      {hasChart && first && last && (
        <>
          <div
            className="relative border-line border-b has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1"
            onPointerLeave={() => choose(null)}
            onPointerMove={({ clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              choose(Math.floor(((clientX - left) / width) * bars.length));
            }}
          >
            <Drawing bars={bars} chosen={chosen} />
            <input
              aria-label={label}
              aria-valuetext={bar === null ? '' : `${barLabel(bar)}: ${money(bar.cost)}`}
              className="absolute inset-x-0 bottom-0 h-full w-full cursor-default opacity-0"
              max={bars.length - 1}
              min="0"
              onBlur={() => choose(null)}
              onChange={({ currentTarget: { valueAsNumber } }) => choose(valueAsNumber)}
              onFocus={() => choose((day) => day ?? bars.length - 1)}
              type="range"
              value={chosen ?? bars.length - 1}
            />
          </div>
          <div className="flex justify-between text-quiet text-small">
            <span>{dayLabel(first.from, last.to)}</span>
            <span>{dayLabel(last.to, first.from)}</span>
          </div>
          <Legend {...view} chosen={chosen} />
        </>
      )}
    </div>
  );
}
