import { expect, test } from 'vitest';
import { Secret } from '../../core/secret.ts';
import { createRecordingLog } from '../../core/testing/recording-log.ts';
import { keepRecentErrors } from './log.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

test('keeps warnings and errors without what may name a user, and logs them in full', () => {
  const inner = createRecordingLog();
  const { log, lines } = keepRecentErrors(inner, clock);
  log.info('app.started', { version: '1' });
  log.warn('settings.moved_aside', { aside: '/home/canary/x' });
  log.error('internal_error.exception', { error: 'TypeError', code: null, at: 'main.js:1:2' });
  log.error('poll.internal_error', { message: 'canary' });
  expect(lines()).toEqual([
    '2026-01-02T03:04:05.000Z settings.moved_aside',
    '2026-01-02T03:04:05.000Z internal_error.exception error=TypeError at=main.js:1:2',
    '2026-01-02T03:04:05.000Z poll.internal_error',
  ]);
  expect(inner.lines).toHaveLength(4);
  expect(inner.lines[1]).toContain('/home/canary/x');
});

test('keeps no credential in use, whichever field has it', () => {
  const { log, lines } = keepRecentErrors(createRecordingLog(), clock);
  const key = new Secret('canary-key');
  log.warn('keychain.refused', { reason: `no ${key.reveal()}` });
  expect(lines()[0]).toContain('reason=no [redacted]');
});

test('keeps the last thirty', () => {
  const { log, lines } = keepRecentErrors(createRecordingLog(), clock);
  for (let count = 0; count < 40; count += 1) log.warn(`event${count}`);
  expect([lines().length, lines()[0]?.split(' ')[1]]).toEqual([30, 'event10']);
});
