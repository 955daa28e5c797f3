export { formatAge, formatDuration } from './duration.ts';
export { formatAmount, formatMoney, formatRate, UNKNOWN_AMOUNT } from './money.ts';
export { printable } from './printable.ts';
