import type { Locator, Page } from '@playwright/test';
import type { AppState } from '../../src/shared/state/index.ts';
import { SSH } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { ACCEPTED, expect, type PanelUnderTest, refused, test } from './panel-test.ts';
import { STATES } from './states.ts';

const LINES = ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'];
const PREVIEW = {
  path: '/home/lea/.ssh/config',
  target: '/home/lea/dotfiles/ssh_config',
  state: 'absent',
  lines: LINES,
  obstacle: null,
  pattern: null,
};

async function settings(page: Page, panel: PanelUnderTest, state: AppState): Promise<void> {
  await panel.open(state);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await panel.go({ kind: 'settings' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}

const names = async (panel: PanelUnderTest) => (await panel.requests()).map(({ name }) => name);

test.describe('short names', () => {
  test('the SSH config is changed only after the preview is confirmed', async ({ page, panel }) => {
    await settings(page, panel, STATES.noNames);
    await panel.answer('previewInclude', { ok: true, value: PREVIEW });
    await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
    await expect(page.getByText('/home/lea/.ssh/config', { exact: true })).toBeVisible();
    await expect(page.getByText('/home/lea/dotfiles/ssh_config')).toBeVisible();
    await expect(page.getByText(LINES.join(' '), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('button', { name: 'Set up short SSH names…' })).toBeVisible();
    expect(await names(panel)).toEqual(['previewInclude']);

    await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
    await page.getByRole('button', { name: 'Add these lines' }).click();
    await panel.become(STATES.live);
    await expect(page.getByRole('status')).toHaveText(/^Short names are on/);
    expect(await names(panel)).toEqual(['previewInclude', 'previewInclude', 'addInclude']);
  });

  test('why a change is refused stands at its button, above the prefix', async ({
    page,
    panel,
  }) => {
    await settings(page, panel, STATES.live);
    const refusal = { kind: 'include', message: 'The file is read-only.', action: 'Edit it.' };
    await panel.answer('removeInclude', { ok: false, refusal });
    await page.getByRole('button', { name: 'Turn off short SSH names' }).click();
    const reason = await page.getByText(refusal.message).boundingBox();
    const prefix = await page.locator('[name=namePrefix]').boundingBox();
    expect(reason?.y).toBeLessThan(prefix?.y ?? 0);
  });

  test('they can be turned off, and the focus stays in place', async ({ page, panel }) => {
    await settings(page, panel, STATES.live);
    await expect(page.getByText('Short names are on')).toBeVisible();
    await page.getByRole('button', { name: 'Turn off short SSH names' }).press('Enter');
    await panel.become(STATES.noNames);
    await expect(page.getByRole('status')).toHaveText(/^Short names are off/);
    expect(await names(panel)).toEqual(['removeInclude']);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Set up short SSH names…' })).toBeFocused();
  });

  test('an obstacle: the lines can be copied, and nothing is written', async ({ page, panel }) => {
    await settings(page, panel, STATES.noNames);
    const obstacle = 'The file is read-only.';
    await panel.answer('previewInclude', { ok: true, value: { ...PREVIEW, obstacle } });
    await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
    await expect(page.getByText('The file is read-only. Paste')).toBeVisible();
    const lines = page.getByLabel('Lines');
    await lines.focus();
    const selected = await lines.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe(LINES.join('\n'));
    await expect(lines).not.toBeEditable();
    await expect(page.getByRole('button', { name: 'Add these lines' })).toHaveCount(0);
    await panel.answer('previewInclude', { ok: true, value: { ...PREVIEW, state: 'active' } });
    await panel.become(STATES.live);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Short names are on')).toBeVisible();
    expect(await names(panel)).toEqual(['previewInclude', 'previewInclude']);
  });

  test('options for gpu-* are shown before, with another prefix', async ({ page, panel }) => {
    await settings(page, panel, STATES.noNames);
    const pattern = { prefix: 'gpu', options: ['proxyjump login.example.com'], other: 'vm' };
    await panel.answer('previewInclude', { ok: true, value: { ...PREVIEW, pattern } });
    await page.getByRole('button', { name: 'Set up short SSH names…' }).click();
    await expect(page.getByText('has options for gpu-*')).toBeVisible();
    await expect(page.getByText('proxyjump login.example.com')).toBeVisible();
    await panel.answer('previewInclude', { ok: true, value: PREVIEW });
    await page.getByRole('button', { name: 'Use vm- instead' }).click();
    await expect(page.getByText('has options for gpu-*')).toHaveCount(0);
    expect((await panel.requests()).map(({ name, input }) => [name, input])).toEqual([
      ['previewInclude', undefined],
      ['changePreferences', { namePrefix: 'vm' }],
      ['previewInclude', undefined],
    ]);
  });
});

test('a login is set for all VMs and for one account', async ({ page, panel }) => {
  const all = { user: 'ubuntu', port: 2_200, identityFile: null };
  const ssh = { ...SSH, logins: { ...SSH.logins, all } };
  await settings(page, panel, stateOf({ snapshots: STATES.live.snapshots, ssh }));
  await expect(page.getByText('Further options: add them under Host gpu-*')).toBeVisible();
  await panel.answer('changeLogin', refused('Enter a port from 1 to 65535.'));
  await page.getByLabel('Port').fill('70000');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter a port from 1 to 65535.')).toBeVisible();
  await panel.answer('changeLogin', ACCEPTED);
  await page.getByLabel('Port').fill('2222');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Port')).toBeFocused();
  await page.getByLabel('Login for').selectOption('Account example');
  await expect(page.getByLabel('User')).toHaveValue('');
  await page.getByLabel('User').fill('lea');
  await page.keyboard.press('Enter');
  await page.getByLabel('Key file').fill('~/.ssh/id_lea');
  await page.keyboard.press('Enter');

  const scope = { kind: 'account', accountId: 'a1' };
  expect((await panel.requests()).map(({ input }) => input)).toEqual([
    { scope: { kind: 'all' }, login: { port: 70_000 } },
    { scope: { kind: 'all' }, login: { port: 2_222 } },
    { scope, login: { user: 'lea' } },
    { scope, login: { identityFile: '~/.ssh/id_lea' } },
  ]);
});

test('the terminal is an installed one or a custom command', async ({ page, panel }) => {
  await settings(page, panel, STATES.live);
  await expect(page.getByLabel('Terminal', { exact: true }).getByRole('option')).toHaveText([
    'Automatic (GNOME Terminal)',
    'GNOME Terminal',
    'xterm',
    'Custom command',
  ]);
  await page.getByLabel('Terminal', { exact: true }).selectOption('xterm');
  await panel.become(
    stateOf({ snapshots: STATES.live.snapshots, preferences: { terminal: 'own' } }),
  );
  await page.getByLabel('Terminal command').fill('foot {command}');
  await page.keyboard.press('Enter');
  await panel.answer('changePreferences', refused('Start with / or ~.'));
  await page.getByLabel('Folder for editors').fill('project');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Start with / or ~')).toBeVisible();
  await panel.answer('changePreferences', ACCEPTED);
  await page.getByLabel('Folder for editors').fill('~/project');
  await page.keyboard.press('Enter');
  await page.getByLabel('Hide amounts').click();
  expect((await panel.requests()).map(({ input }) => input)).toEqual([
    { terminal: 'xterm' },
    { terminalCommand: 'foot {command}' },
    { remoteFolder: 'project' },
    { remoteFolder: '~/project' },
    { hideAmounts: true },
  ]);
});

test('the shell of copied commands can be set on Windows only', async ({ page, panel }) => {
  await settings(page, panel, STATES.live);
  await expect(page.getByLabel('Copy commands for')).toHaveCount(0);
  const environment = { ...STATES.live.environment, platform: 'win32' } as const;
  await panel.become({ ...STATES.live, environment });
  await page.getByLabel('Copy commands for').selectOption('Command Prompt');
  expect(await panel.requests()).toEqual([{ name: 'changePreferences', input: { shell: 'cmd' } }]);
});

test.describe('a custom terminal command, confirmed in a native dialog', () => {
  const CUSTOM = stateOf({ snapshots: STATES.live.snapshots, preferences: { terminal: 'own' } });
  const COMMAND = 'foot {command}';
  const HINT = 'Confirm in the open dialog.';
  const DECLINED = {
    kind: 'declined',
    message: 'Not confirmed. Nothing changed.',
    action: 'Edit the text to try again.',
  };

  async function typeCommand(page: Page): Promise<Locator> {
    const field = page.getByLabel('Terminal command');
    await field.fill(COMMAND);
    await field.blur();
    return field;
  }

  test('the field says so while the dialog is open', async ({ page, panel }) => {
    await settings(page, panel, CUSTOM);
    await panel.hold('changePreferences');
    const field = await typeCommand(page);
    await expect(page.getByText(HINT)).toHaveCount(1);
    await expect(field).toHaveAccessibleDescription(HINT);

    // The dialog takes the focus from the field again.
    await field.focus();
    await field.blur();
    expect(await panel.requests()).toHaveLength(1);
    await panel.release();
    await expect(page.getByText(HINT)).toHaveCount(0);
  });

  test('a declined command stays in the field and is sent again only when edited', async ({
    page,
    panel,
  }) => {
    await settings(page, panel, CUSTOM);
    await panel.answer('changePreferences', { ok: false, refusal: DECLINED });
    const field = await typeCommand(page);
    await expect(field).toHaveAccessibleDescription(`${DECLINED.message} ${DECLINED.action}`);
    await field.focus();
    await field.blur();
    await expect(field).toHaveValue(COMMAND);
    expect(await panel.requests()).toHaveLength(1);
    await field.fill(`${COMMAND} 2`);
    await field.fill(COMMAND);
    await field.blur();
    await expect.poll(() => panel.requests()).toHaveLength(2);
  });
});
