export {
  type AccountBill,
  type BilledCosts,
  type CostFacts,
  costsOf,
  withBillRate,
  withRate,
  withReport,
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
