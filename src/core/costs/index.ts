export {
  accruedBill,
  type BilledCosts,
  type Bills,
  type CostFacts,
  costsOf,
  growthOf,
  type Measured,
  withRate,
  withReport,
} from './costs.ts';
export { usageCsv } from './usage-csv.ts';
export {
  createReports,
  lacksAmount,
  type MeasureCosts,
  type ReportPorts,
  readUsage,
  readUsageReports,
} from './usage-reports.ts';
