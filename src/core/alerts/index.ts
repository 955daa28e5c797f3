import { ACCOUNT_RULES } from './account-rules.ts';
import { VM_RULES } from './vm-rules.ts';

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

/** All rules. A new rule is an object in one of these files, and its texts in `shared/alerts/alert-messages.ts`. */
export const RULES = [...ACCOUNT_RULES, ...VM_RULES];
