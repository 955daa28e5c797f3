import { accountRate } from './account-rate.ts';
import { balanceEnds, balanceLow } from './balance.ts';
import { monthForecast, spendToday } from './costs.ts';
import type { Rule } from './evaluate.ts';
import { finished } from './finished.ts';
import { hourlyRate } from './hourly-rate.ts';
import { idle } from './idle.ts';
import { noData } from './no-data.ts';
import { runningLong } from './running-long.ts';
import { stoppedBilled } from './stopped-billed.ts';

export { createAlertFile, MAX_HELD } from './alert-file.ts';
export {
  type AlertState,
  type AlertStates,
  type Evaluation,
  evaluate,
  type FiringAlert,
  firingAlerts,
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
export { isQuietAt, snoozeEnd } from './quiet-hours.ts';

/** All rules. A new rule is a file beside this one, an entry here, and its texts in `shared/alerts/alert-messages.ts`. */
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
  stoppedBilled,
  noData,
];
