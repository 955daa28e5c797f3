export { startBalances } from './balances.ts';
export { startUsage } from './usage.ts';
export { startUsageReports } from './usage-reports.ts';
