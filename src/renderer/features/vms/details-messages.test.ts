import { expect, test } from 'vitest';
import { billedAt, inStatus, makeSpend } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { billedNote, statusText } from './details-messages.ts';
import { vmWith } from './testing/entry.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
test.each<[string, Partial<Vm>, string, string]>([
  ['creating', {}, 'creating…', 'Creating…'],
  ['stopped', { billed: billedAt(0.02) }, 'stopped 3 d', 'Stopped 3 d. Its disk still bills.'],
  ['interrupted', {}, 'interrupted', 'Interrupted. Its disk may still be billed.'],
  ['interrupted', { billed: billedAt(0) }, 'interrupted', 'Interrupted.'],
  ['failed', {}, 'failed 2 h', 'Failed 2 h. The console may show why.'],
  ['hibernating', {}, 'hibernating', 'Hibernating.'],
  ['running', {}, 'ready', 'Running · ready'],
  ['running', { startedAt: new Date(NOW - 60_000).toISOString() }, '', 'Running · 1 m'],
])('%s, %j, %s: %s', (status, fields, state, text) => {
  expect(statusText(vmWith({ ...fields, ...inStatus(status) }), state, null, NOW)).toBe(text);
});

test('running, without a start: when it was first seen', () => {
  const seen = NOW - 3 * 3_600_000;
  expect(statusText(vmWith({}), 'ready', seen, NOW)).toBe('Running · ≥ 3 h · ready');
});

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
