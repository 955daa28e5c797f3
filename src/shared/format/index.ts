export { formatAge, formatDuration } from './duration.ts';
export { formatAmount, formatMoney, formatRate } from './money.ts';
export { printable } from './printable.ts';
