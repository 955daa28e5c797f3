import { DAY_MS, parseDateTime, utcDay } from '../format/index.ts';

/** Days in UTC, `YYYY-MM-DD`, both included: the service does not document its time zone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export function monthStart(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function dayAfter(day: string, days: number): string {
  return utcDay(Date.parse(day) + days * DAY_MS);
}

/** The first day of its week. */
export const mondayOf = (day: string) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

const upTo = (to: string, startOf: (day: string) => string): DayRange => ({
  from: startOf(to),
  to,
});

/** The ranges that are one click away, in the order in which they are shown, as of today. */
const PRESETS = {
  today: (today) => ({ from: today, to: today }),
  sevenDays: (today) => ({ from: dayAfter(today, -6), to: today }),
  lastWeek: (today) => upTo(dayAfter(mondayOf(today), -1), mondayOf),
  month: (today) => upTo(today, monthStart),
  lastMonth: (today) => upTo(dayAfter(monthStart(today), -1), monthStart),
  year: (today) => ({ from: dayAfter(today, -364), to: today }),
} satisfies Readonly<Record<string, (today: string) => DayRange>>;

export type RangePreset = keyof typeof PRESETS;

export const RANGE_PRESETS = Object.keys(PRESETS) as RangePreset[];

/** @param now ms since the epoch */
export const presetRange = (preset: RangePreset, now: number): DayRange =>
  PRESETS[preset](utcDay(now));

/** Whether it is `YYYY-MM-DD`, of a day that exists. */
export const isDay = (text: string): boolean => text.length === 10 && parseDateTime(text) !== null;

/** A leap year. */
export const MAX_RANGE_DAYS = 366;

const dayCount = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Problem of a typed range; null: none. */
export function rangeProblem(range: DayRange): 'day' | 'order' | 'length' | null {
  if (!isDay(range.from) || !isDay(range.to)) return 'day';
  const days = dayCount(range);
  if (days < 1) return 'order';
  return days > MAX_RANGE_DAYS ? 'length' : null;
}

export const isSameRange = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to;

export function daysOf(range: DayRange): readonly string[] {
  return Array.from({ length: dayCount(range) }, (_, index) => dayAfter(range.from, index));
}
