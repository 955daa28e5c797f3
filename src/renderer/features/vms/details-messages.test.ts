import { expect, test } from 'vitest';
import { billedAt, inStatus, makeSpend } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { billedNote, statusText } from './details-messages.ts';
import { entryWith } from './testing/entry.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

const LOGIN = { alias: 'gpu-x', command: 'ssh gpu-x', hasAddress: true, reach: 'ready' } as const;
const APP = { ...initialState(environment, NOW), vmSshAccess: { 'a/id-1': LOGIN } };

test.each<[string, Partial<Vm>, string]>([
  ['creating', {}, 'Creating…'],
  [
    'stopped',
    { billed: billedAt(0.02), stoppedAt: hoursAgo(72) },
    'Stopped 3 d. Its disk still bills.',
  ],
  ['interrupted', {}, 'Interrupted. Its disk may still be billed.'],
  ['interrupted', { billed: billedAt(0) }, 'Interrupted.'],
  ['failed', { stoppedAt: hoursAgo(2) }, 'Failed 2 h. The console may show why.'],
  ['hibernating', {}, 'Hibernating.'],
  ['running', {}, 'Running · ready'],
  ['running', { startedAt: hoursAgo(1) }, 'Running · 1 h · ready'],
])('%s, %j: %s', (status, fields, text) => {
  const listed = entryWith({ ipAddress: '203.0.113.7', ...fields, ...inStatus(status) });
  expect(statusText(APP, listed, NOW)).toBe(text);
});

test('running, without a start: when it was first seen', () => {
  const app = { ...APP, firstSeen: { 'a/id-1': NOW - 3 * HOUR } };
  const listed = entryWith({ ipAddress: '203.0.113.7' });
  expect(statusText(app, listed, NOW)).toBe('Running · ≥ 3 h · ready');
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
