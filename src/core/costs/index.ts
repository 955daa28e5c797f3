export {
  type BilledCosts,
  billedBy,
  billedOnce,
  costsOf,
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
