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
  withScheme,
} from './text.ts';
export {
  clockTime,
  formatDuration,
  monthOfYear,
  parseDateTime,
  shortDate,
  utcDay,
} from './time.ts';
