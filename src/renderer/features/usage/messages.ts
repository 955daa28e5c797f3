import { formatNumber } from '../../../shared/format/index.ts';
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

const DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const ofYear = new Intl.DateTimeFormat('en-US', DAY);
const ofAnyYear = new Intl.DateTimeFormat('en-US', { ...DAY, year: 'numeric' });

/** `Nov 12`, with its year if the other day is in another one. @param day `YYYY-MM-DD` */
export const dayLabel = (day: string, other = day): string =>
  (day.slice(0, 4) === other.slice(0, 4) ? ofYear : ofAnyYear).format(Date.parse(day));

/** `Nov 9`, `Nov 9 – 15`. */
export const barLabel = ({ from, to }: DayRange): string =>
  ofYear.formatRange(Date.parse(from), Date.parse(to));

/** `Nov 1 – 12, 2026 (UTC)`. */
export const rangeLabel = ({ from, to }: DayRange): string =>
  `${ofAnyYear.formatRange(Date.parse(from), Date.parse(to))} (UTC)`;
