import { contractEnds } from './contract.ts';
import type { Rule } from './evaluate.ts';
import { runningLong, stoppedBilled } from './forgotten.ts';
import { finished, idle } from './load.ts';
import { balanceEnds, balanceLow, monthForecast, spendToday } from './money.ts';
import { noData } from './no-data.ts';
import { accountRate, hourlyRate } from './rates.ts';
import { stuck } from './stuck.ts';

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
