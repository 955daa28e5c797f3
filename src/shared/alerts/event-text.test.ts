import { expect, test } from 'vitest';
import { eventText } from './event-text.ts';
import type { RecordedEvent } from './recorded-event.ts';

test.each([
  ['hourlyRate', 3, undefined, 'Hourly rate above your limit of $3/h'],
  ['balanceEnds', 24, 'lab', 'Balance of lab runs out within 24 h'],
  ['runningLong', 24, 'train-1', 'Running longer than 24 h: train-1'],
  ['contractEnds', 3, 'train-1', 'Contract ends soon: train-1'],
] as const)('an alert of %s at %s names its limit once', (rule, limit, name, text) => {
  const event: RecordedEvent = { kind: 'alertOpened', at: 0, rule, limit, ...(name && { name }) };
  expect(eventText(event)).toBe(text);
});
