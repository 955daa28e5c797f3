import type { UpdateState } from '../../src/shared/updates/updates-slice.ts';
import { MINUTE, NOW } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const withUpdates = (updates: UpdateState) => ({ ...STATES.live, updates });
const READY: UpdateState = { kind: 'ready', version: '2.0.0', needsPassword: false };

for (const [updates, text] of [
  [{ kind: 'off', by: 'build' }, /does not check for updates/],
  [
    { kind: 'off', by: 'policy' },
    /A policy file on this computer turns updates off\. Ask its administrator/,
  ],
  [{ kind: 'idle', checkedAt: null }, /GPU Tray checks once a day/],
  [{ kind: 'idle', checkedAt: NOW - 4 * MINUTE }, /Up to date\. Checked 4 m ago\./],
  [{ kind: 'failed', why: 'unreachable' }, /The last check failed\. Check your network/],
  [{ kind: 'failed', why: 'unverified' }, /verified and was deleted/],
  [READY, /Version 2\.0\.0 is ready\. It will be installed when you quit/],
  [{ ...READY, needsPassword: true }, /asks for your password/],
] as const) {
  test(`About: ${text.source}`, async ({ page, panel }) => {
    await panel.open(withUpdates(updates), { kind: 'about' });
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    const button = updates.kind === 'ready' ? 'Install and restart' : 'Check for updates';
    await expect(page.getByRole('button', { name: button })).toHaveCount(
      updates.kind === 'off' ? 0 : 1,
    );
  });
}

test('checks on request, and installs what is ready', async ({ page, panel }) => {
  await panel.open(withUpdates({ kind: 'idle', checkedAt: null }), { kind: 'about' });
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await panel.become(withUpdates({ kind: 'checking' }));
  await expect(page.getByText('Checking for updates…')).toBeVisible();
  await panel.become(withUpdates(READY));
  await page.getByRole('button', { name: 'Install and restart' }).click();
  expect((await panel.requests()).map(({ name }) => name)).toEqual([
    'checkForUpdates',
    'installUpdate',
  ]);
});

test('the setting is there only where updates are', async ({ page, panel }) => {
  await panel.open(withUpdates({ kind: 'idle', checkedAt: null }), { kind: 'settings' });
  await page.getByRole('switch', { name: 'Check for updates' }).click();
  expect(await panel.requests()).toEqual([
    { name: 'changePreferences', input: { checkForUpdates: false } },
  ]);
  await panel.become(withUpdates({ kind: 'off', by: 'policy' }));
  await expect(page.getByRole('switch', { name: 'Check for updates' })).toHaveCount(0);
});
