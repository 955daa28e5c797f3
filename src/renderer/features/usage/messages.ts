import { formatNumber, monthOfYear } from '../../../shared/format/index.ts';
import type { DayRange, RangePreset } from '../../../shared/usage/day-range.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';

export const PRESET_LABELS: Readonly<Record<RangePreset, string>> = {
  today: 'Today',
  sevenDays: '7 days',
  lastWeek: 'Last week',
  month: 'This month',
  lastMonth: 'Last month',
  year: '365 days',
};

export const GROUP_LABELS: Readonly<Record<UsageGroup, string>> = {
  vm: 'VM',
  account: 'account',
  gpu: 'GPU type',
};

export const othersLabel = (count: number) =>
  count === 1 ? '1 other' : `${formatNumber(count, 0)} others`;

/** `Nov 12`, with its year if the other day is in another one. Without `Intl`, which takes 12 ms to load. @param day `YYYY-MM-DD` */
export function dayLabel(day: string, other = day): string {
  const [year, month, number] = day.split('-').map(Number);
  const label = `${monthOfYear((month ?? 0) - 1).slice(0, 3)} ${number}`;
  return day.slice(0, 4) === other.slice(0, 4) ? label : `${label}, ${year}`;
}

/** `Nov 9`, `Nov 9 – 15`. */
export function barLabel({ from, to }: DayRange): string {
  if (from === to) return dayLabel(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${dayLabel(from, to)} – ${isOneMonth ? Number(to.slice(8)) : dayLabel(to, from)}`;
}

/** `Nov 1 – 12, 2026 (UTC)`. */
export function rangeLabel(range: DayRange): string {
  const isOneYear = range.from.slice(0, 4) === range.to.slice(0, 4);
  return `${barLabel(range)}${isOneYear ? `, ${range.to.slice(0, 4)}` : ''} (UTC)`;
}
