export { formatAmount, formatMoney, formatRate } from './money.ts';
export { characterCount, clipped, printable } from './text.ts';
export { clockTime, formatDuration, parseDateTime, shortDate } from './time.ts';
export { withScheme } from './web-address.ts';
