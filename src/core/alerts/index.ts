export { type AlertFile, createAlertFile } from './alert-file.ts';
export {
  type AlertMemory,
  alertOf,
  evaluate,
  type OpenedAlert,
  type Rule,
  ruleKey,
  snooze,
} from './evaluate.ts';
