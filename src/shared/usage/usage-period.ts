import type { Usage } from '../domain/billing.ts';
import { parseDateTime } from '../format/index.ts';
import { type DayRange, dayAfter, rangeProblem } from './day-range.ts';

/** The day that a bound names, in the zone of the bound's text. */
const dayOf = (bound: string | null) =>
  bound === null || parseDateTime(bound) === null ? null : bound.slice(0, 10);

const MIDNIGHT = /[Tt ]00:00(?::00(?:\.0+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/;

/**
 * The days that a report says it is of; a bound that it lacks is the requested one. Null: it says none. An end at midnight is that of
 * the day before, except of the last requested day: the service may write each day as its midnight.
 */
export function reportedPeriod(
  { periodStart, periodEnd }: Pick<Usage, 'periodStart' | 'periodEnd'>,
  requested: DayRange,
): DayRange | null {
  const start = dayOf(periodStart);
  const end = dayOf(periodEnd);
  if (start === null && end === null) return null;
  const isDayBefore = end !== requested.to && MIDNIGHT.test(periodEnd ?? '');
  const last = end !== null && isDayBefore ? dayAfter(end, -1) : end;
  const period = { from: start ?? requested.from, to: last ?? requested.to };
  return period.from > period.to ? null : period;
}

/** The days for which figures are compared and drawn: the period of the report, unless it is too long or not said. */
export function figuresRange(period: DayRange | null | undefined, requested: DayRange): DayRange {
  return period && rangeProblem(period) === null ? period : requested;
}
