import { printable } from '../format/index.ts';
import type { Alert } from './alert.ts';

const WITHOUT_FIGURES: Readonly<Record<Alert['rule'], string>> = {
  hourlyRate: 'The hourly rate is above your limit.',
};

/** The words of an alert, wherever it is shown; without its figures while amounts are hidden. */
export function alertWords(alert: Alert, hidesAmounts: boolean): string {
  return hidesAmounts ? WITHOUT_FIGURES[alert.rule] : printable(alert.sentence);
}
