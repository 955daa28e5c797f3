export type { BillCheck, BillDifference, UsageNote, UsageRow } from '../ipc/usage-schemas.ts';
export * from './app-totals.ts';
export * from './balance.ts';
export * from './bill-check.ts';
export * from './day-range.ts';
export * from './figures.ts';
export * from './usage.ts';
export * from './usage-period.ts';
export * from './usage-slice.ts';
