export { formatBytes } from './bytes.ts';
export {
  formatAmount,
  formatMoney,
  formatNumber,
  formatRate,
  SMALLEST_AMOUNT,
  shownCurrency,
} from './money.ts';
export {
  characterCount,
  clipped,
  errorLocation,
  printable,
  serviceUrl,
  shortLabel,
  withScheme,
} from './text.ts';
export {
  clockTime,
  DAY_MS,
  formatDuration,
  HOUR_MS,
  MINUTE_MS,
  monthOfYear,
  parseDateTime,
  SECOND_MS,
  shortDate,
  utcDay,
} from './time.ts';
