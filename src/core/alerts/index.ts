import type { Rule } from './evaluate.ts';
import { hourlyRate } from './hourly-rate.ts';

export {
  ALL_ACCOUNTS,
  type AlertMemory,
  type Episode,
  type Evaluation,
  evaluate,
  type OpenEpisode,
  openEpisodes,
  snooze,
  withoutAlertsOf,
} from './evaluate.ts';
export { type AccountPolls, pollsAfter, withoutOldAmounts } from './polls.ts';

/** All rules. A new rule is a file beside this one, an entry here, and its texts in `shared/app/alert-messages.ts`. */
export const RULES: readonly Rule[] = [hourlyRate];
