import { formatNumber, monthOfYear } from '../../../shared/format/index.ts';
import type { DayRange, RangePreset } from '../../../shared/usage/day-range.ts';

export const PRESET_LABELS: Readonly<Record<RangePreset, string>> = {
  today: 'Today',
  sevenDays: '7 days',
  lastWeek: 'Last week',
  month: 'This month',
  lastMonth: 'Last month',
  year: '365 days',
};

/** The period of a bar of the chart. */
type BarStep = 'day' | 'week';

export const stepOf = (bars: readonly DayRange[]): BarStep =>
  bars.some(({ from, to }) => from !== to) ? 'week' : 'day';

/** Every text of the usage screen besides the notes, which are worded for the command line too. */
export const messages = {
  title: 'Usage',
  period: 'Period',
  custom: 'Custom',
  from: 'First day',
  to: 'Last day',
  show: 'Show',
  invalid: {
    day: 'Enter both days.',
    order: 'The first day is after the last one.',
    length: 'At most 366 days can be shown.',
  },
  account: 'Account',
  allAccounts: 'All accounts',
  loading: 'Loading usage…',
  billed: 'billed',
  soFar: 'so far',
  exportCsv: 'Export CSV',
  exporting: 'Saving…',
  saved: 'Saved.',
  chart: (step: BarStep) => `Cost per ${step}`,
  highest: (step: BarStep) => `Highest ${step}`,
  noLog: (service: string) => `${service} reported no costs per day.`,
  table: 'Costs by VM',
  columns: {
    name: 'VM',
    hours: 'Hours',
    gpu: 'GPU',
    storage: 'Disk',
    network: 'Net',
    total: 'Total',
  },
  empty: 'No VM was billed in this period.',
  showPreset: (preset: RangePreset) => `Show ${PRESET_LABELS[preset].toLowerCase()}`,
  tryAgain: 'Try again',
  otherKey: 'Use another key',
  signIn: 'Sign in again',
  noTotal: 'The usage report has no total.',
  /** @param names of accounts without a report */
  partly: (names: string) => `Not included: ${names}.`,
  late: 'A report is late or missing, so the cost may be higher.',
} as const;

/** Texts of the bill check; the differences are worded for the command line too. */
export const billCheck = {
  title: 'Bill check',
  agree: 'Billed and measured agree.',
  compared: (range: string) =>
    `${range}, per VM and day. Differences of a cent, and of 5 minutes when a rate changes, are ignored.`,
  gaps: (count: number) =>
    count === 1
      ? 'Missing data explains 1 difference'
      : `Missing data explains ${formatNumber(count, 0)} differences`,
  more: (count: number) =>
    `${formatNumber(count, 0)} more ${count === 1 ? 'is' : 'are'} not shown.`,
} as const;

export const recorded = {
  title: 'Events',
  none: 'No events in this period.',
  more: (count: number) => `${formatNumber(count, 0)} earlier`,
} as const;

export const hoursText = (hours: number | null) => (hours === null ? '—' : formatNumber(hours, 1));

export const othersLabel = (count: number) =>
  count === 1 ? '1 other' : `${formatNumber(count, 0)} others`;

export const firstRowsLabel = (shown: number, count: number) =>
  `Showing the ${shown} most expensive of ${formatNumber(count, 0)} VMs. The CSV has all.`;

/** `Nov 12`, with its year if the other day is in another one. @param day `YYYY-MM-DD` */
export function dayLabel(day: string, other = day): string {
  const [year, month, date] = day.split('-').map(Number);
  const label = `${monthOfYear((month ?? 0) - 1).slice(0, 3)} ${date}`;
  return other.startsWith(`${year}-`) ? label : `${label}, ${year}`;
}

/** `Nov 9`, `Nov 9 – Nov 15`. */
export const barLabel = ({ from, to }: DayRange) =>
  from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;

/** `Nov 1 – Nov 12, 2026 (UTC)`. */
export function rangeLabel({ from, to }: DayRange): string {
  const last = dayLabel(to, '');
  return `${from === to ? last : `${dayLabel(from, to)} – ${last}`} (UTC)`;
}

export const forecastLabel = (amount: string) => `Forecast ${amount}`;

export const serviceTotals = (day: string, month: string) =>
  `The service reports ${day} a day, ${month} a month`;

export const costsAtLeast = (service: string) =>
  `Includes ${service.replace(/^The /, 'the ')} only while GPU Tray was running`;
