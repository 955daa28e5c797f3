import type { FiringAlert } from '../../alerts/index.ts';
import type { AlertEvent } from '../event.ts';

const SUBJECT = {
  ...{ accountId: null, vmId: null, name: null, ratePerHour: null, reason: null },
  ...{ value: 4.2, isLowerBound: false },
};

type Known = Partial<Pick<FiringAlert, 'rule' | 'limit' | 'openedAt' | 'snoozedUntil'>> &
  Partial<FiringAlert['subject']>;

/** An alert that opened, by default that of the rate of all accounts. */
export function makeOpened(known: Known = {}): AlertEvent {
  const { rule = 'hourlyRate', limit = 3, openedAt = 0, snoozedUntil = null, ...own } = known;
  const subject = { ...SUBJECT, ...own };
  const { name, accountId } = subject;
  return {
    ...{ kind: 'alertOpened', at: openedAt, rule, limit },
    ...(name !== null && { name }),
    ...(accountId !== null && { accountId }),
    alert: {
      ...{ phase: 'firing', id: 'x', rule, limit, openedAt, snoozedUntil, endings: 0 },
      subject,
    },
  };
}

/** The end of an alert. */
export const makeClosed = (at: number, known: Known = {}): AlertEvent => ({
  ...makeOpened(known),
  ...{ kind: 'alertClosed', at, openedAt: known.openedAt ?? 0 },
});
