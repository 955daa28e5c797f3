import { expect, test } from 'vitest';
import { SHELL_ONLY } from '../../../shared/ssh/shell-only.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { runningNotification } from './ssh-notifications.ts';
import { snapshotWith, stateWith, vm } from './testing/records.ts';

const LOGIN = { host: 'ssh.cloud.example', port: 22, user: '7h9k-6441', isShellOnly: true };

test.each([
  [{}, 'SSH has not answered for 5 min. Check it in the console, or stop it.'],
  [{ login: LOGIN }, SHELL_ONLY],
])('a VM with %j that is running and not ready', (provided, text) => {
  const listed = vm('one', provided);
  const state = stateWith({ a: snapshotWith([listed]) });
  const { title, body } = runningNotification(state, { accountId: 'a', vmId: 'one' }, listed);
  expect([title, body]).toEqual(['one is running', expect.stringContaining(text)]);
});

test('advises no stop where the provider has none', () => {
  const effects = { destroy: { label: 'Terminate', keeps: [], notes: [] } };
  const listed = vm('one', { effects });
  const accounts = [makeAccount({ id: 'a', provider: 'lambda', can: ['destroy'] })];
  const state = { ...stateWith({ a: snapshotWith([listed]) }), accounts };
  const { body } = runningNotification(state, { accountId: 'a', vmId: 'one' }, listed);
  expect(body).toContain('or terminate it.');
});
