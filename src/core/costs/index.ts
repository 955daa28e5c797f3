export {
  type AccountBill,
  accruedBill,
  type BilledCosts,
  type Bills,
  type CostFacts,
  costsOf,
  growthOf,
  type Period,
  withRate,
  withReport,
  withReports,
} from './costs.ts';
export { usageCsv } from './usage-csv.ts';
export {
  createReportPolling,
  lacksAmount,
  type MeasureCosts,
  monthOf,
  type ReportPorts,
  readReport,
  readUsageReports,
  todayOf,
  type UsageReports,
} from './usage-reports.ts';
