import { expect, test } from 'vitest';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { billedNote } from './details-messages.ts';

test.each([
  ['not received', null, 'No billing data yet.'],
  ['nothing', makeSpend({ perHour: 0 }), 'Nothing is billed right now.'],
  ['a rate without VMs', makeSpend({ perHour: 5.5 }), null],
  ['no rate', makeSpend({}), null],
  ['one unreadable VM', makeSpend({ perHour: 0, skipped: 1 }), 'One VM could not be read.'],
  ['unreadable VMs', makeSpend({ perHour: 5.5, skipped: 2 }), '2 VMs could not be read.'],
  ['all VMs', makeSpend({ perHour: 1, vms: [{ vmId: 'a' }] }), null],
] as const)('billedNote: %s', (_, billed, note) => {
  expect(billedNote(billed)).toBe(note);
});
