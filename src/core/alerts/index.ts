import {
  accountRate,
  balanceEnds,
  balanceLow,
  hourlyRate,
  monthForecast,
  noData,
  spendToday,
} from './account-rules.ts';
import type { Rule } from './evaluate.ts';
import { contractEnds, finished, idle, runningLong, stoppedBilled, stuck } from './vm-rules.ts';

export {
  type AlertStates,
  alertStatesSchema,
  type FiringAlert,
  firingAlertSchema,
} from './alert-states.ts';
export {
  type Evaluation,
  evaluate,
  firingAlerts,
  type Observation,
  snoozeEnd,
  withoutAlertsOf,
  withSnooze,
} from './evaluate.ts';
export {
  type AccountPolls,
  areVmsRecent,
  NO_ACCOUNT_POLLS,
  pollsAfter,
  withoutOldAmounts,
} from './polls.ts';

/** All rules. A new rule is an object in one of these files, an entry here, and its texts in `shared/alerts/alert-messages.ts`. */
export const RULES: readonly Rule[] = [
  hourlyRate,
  accountRate,
  spendToday,
  monthForecast,
  balanceLow,
  balanceEnds,
  runningLong,
  idle,
  finished,
  stuck,
  stoppedBilled,
  contractEnds,
  noData,
];
