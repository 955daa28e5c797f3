import type { AlertRule } from '../../shared/alerts/alert-rules.ts';
import * as accountRules from './account-rules.ts';
import type { Rule } from './evaluate.ts';
import * as vmRules from './vm-rules.ts';

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

/** A new rule is exported by one of these files, and has its texts in `shared/alerts/alert-messages.ts`. */
export const RULES: Readonly<Record<AlertRule, Rule>> = { ...accountRules, ...vmRules };
