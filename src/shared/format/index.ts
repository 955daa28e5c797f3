export { characterCount, clipped } from './clipped.ts';
export { clockTime, formatDuration, parseDateTime } from './duration.ts';
export { formatAmount, formatMoney, formatRate } from './money.ts';
export { printable } from './printable.ts';
