export {
  type BilledCosts,
  billedBy,
  billedOnce,
  costsAtLeast,
  costsOf,
  todayPart,
  withRate,
  withRateChange,
} from './costs.ts';
export { usageCsv } from './usage-csv.ts';
export {
  createReportPolling,
  type MeasureCosts,
  type ReportPorts,
  readReport,
  readUsageReports,
  type UsageReports,
} from './usage-reports.ts';
