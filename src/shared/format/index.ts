export { errorLocation } from './error-location.ts';
export { formatAmount, formatMoney, formatNumber, formatRate } from './money.ts';
export { characterCount, clipped, printable } from './text.ts';
export { clockTime, formatDuration, monthOfYear, parseDateTime, shortDate } from './time.ts';
export { withScheme } from './web-address.ts';
