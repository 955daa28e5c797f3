import type { Rule } from './evaluate.ts';
import { hourlyRate } from './hourly-rate.ts';

export {
  type AlertMemory,
  type Episode,
  type Evaluation,
  evaluate,
  type OpenedAlert,
  openAlerts,
  snooze,
} from './evaluate.ts';

/** All rules. A new rule is a file beside this one, an entry here, and its messages in `shared/app/alert.ts`. */
export const RULES: readonly Rule[] = [hourlyRate];
