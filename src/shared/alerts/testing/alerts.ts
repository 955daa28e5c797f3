import type { Alert } from '../alert.ts';

/** An open alert on the hourly rate, with these differences. */
export function makeAlert(change: Partial<Alert> = {}): Alert {
  return {
    id: 'alert-1',
    rule: 'hourlyRate',
    openedAt: 0,
    limit: 3,
    snoozedUntil: null,
    accountId: null,
    vmId: null,
    name: null,
    ratePerHour: null,
    reason: null,
    value: 4.2,
    isLowerBound: false,
    isMuted: false,
    message: 'Hourly rate above your limit of $3.00/h',
    ...change,
  };
}
