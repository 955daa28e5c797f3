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
  type Bills,
  createReportPolling,
  type ReportPorts,
  readBills,
  readReport,
} from './usage-reports.ts';
