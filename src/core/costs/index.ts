export {
  type AccountBill,
  accruedBill,
  type BilledCosts,
  type Bills,
  type CostFacts,
  costsOf,
  growthOf,
  withRate,
  withReports,
} from './costs.ts';
export { usageCsv } from './usage-csv.ts';
export {
  createReportPolling,
  lacksAmount,
  type MeasureCosts,
  type ReportPorts,
  readReport,
  readUsageReports,
  type UsageReports,
} from './usage-reports.ts';
