export { byDifference, checkBill } from './bill-check.ts';
export { NewerHistory } from './database.ts';
export { type History, openHistory } from './history.ts';
export { createHistoryFile } from './history-file.ts';
export { measuredCosts, measuredToday } from './measured-costs.ts';
export {
  ALL,
  MAX_GAP_MS,
  type Reading,
  rateSamples,
  type Span,
  spendBetween,
  stoppedSeries,
  TOTAL,
} from './spans.ts';
