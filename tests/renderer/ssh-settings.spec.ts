import type { Page } from '@playwright/test';
import type { AppState } from '../../src/shared/app/index.ts';
import { SSH } from './make-login.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const LINES = ['# GPU Tray', 'Include ~/.ssh/gpu-tray/config'];
const PREVIEW = {
  path: '/home/lea/.ssh/config',
  target: '/home/lea/dotfiles/ssh_config',
  state: 'absent',
  lines: LINES,
  before: ['Host *', '  Compression yes'],
  after: [...LINES, 'Host *', '  Compression yes'],
  obstacle: null,
};

async function settings(page: Page, panel: PanelUnderTest, state: AppState): Promise<void> {
  await panel.open(state);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await panel.go({ kind: 'settings' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}

const names = async (panel: PanelUnderTest) => (await panel.requests()).map(({ name }) => name);

test.describe('names in ssh', () => {
  test('nothing is written before it was shown and agreed to', async ({ page, panel }) => {
    await settings(page, panel, STATES.noNames);
    await panel.answer('previewInclude', { ok: true, value: PREVIEW });
    await page.getByRole('button', { name: 'Let ssh know the names…' }).click();
    await expect(page.getByText('/home/lea/.ssh/config', { exact: true })).toBeVisible();
    await expect(page.getByText('/home/lea/dotfiles/ssh_config')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Added:' })).toHaveText(
      LINES.map((line) => new RegExp(`Added: ${line.replace(/[.]/g, '\\.')}$`)),
    );
    await expect(page.getByText('Compression yes')).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('button', { name: 'Let ssh know the names…' })).toBeVisible();
    expect(await names(panel)).toEqual(['previewInclude']);

    await page.getByRole('button', { name: 'Let ssh know the names…' }).click();
    await page.getByRole('button', { name: 'Add these lines' }).click();
    await panel.become(STATES.live);
    const status = page.getByRole('status').filter({ hasText: 'Added' });
    await expect(status).toContainText('ssh sees it');
    await expect(status).toContainText('/home/lea/.ssh/config.before-gpu-tray');
    expect(await names(panel)).toEqual(['previewInclude', 'previewInclude', 'addInclude']);
  });

  test('they are taken away again, and the keyboard stays where it was', async ({
    page,
    panel,
  }) => {
    await settings(page, panel, STATES.live);
    await expect(page.getByText('ssh knows the VMs by their names')).toBeVisible();
    await page.getByRole('button', { name: 'Remove our lines again' }).press('Enter');
    await panel.become(STATES.noNames);
    await expect(page.getByRole('status').filter({ hasText: 'Removed.' })).toBeVisible();
    expect(await names(panel)).toEqual(['removeInclude']);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Let ssh know the names…' })).toBeFocused();
  });

  for (const [what, change, words] of [
    ['an obstacle', { obstacle: 'The file is read-only.' }, 'The file is read-only. Paste'],
    ['a line below others', { state: 'notFirst' }, 'above everything but other Includes'],
  ] as const)
    test(`${what}: the lines are there to be copied, and nothing is written`, async ({
      page,
      panel,
    }) => {
      await settings(page, panel, STATES.noNames);
      await panel.answer('previewInclude', { ok: true, value: { ...PREVIEW, ...change } });
      await page.getByRole('button', { name: 'Let ssh know the names…' }).click();
      await expect(page.getByText(words)).toBeVisible();
      const lines = page.getByLabel('Lines');
      await lines.focus();
      const selected = await lines.evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      );
      expect(selected).toBe(LINES.join('\n'));
      await expect(lines).not.toBeEditable();
      await expect(page.getByRole('button', { name: 'Add these lines' })).toHaveCount(0);
      await panel.answer('previewInclude', { ok: true, value: { ...PREVIEW, state: 'active' } });
      await page.getByRole('button', { name: 'Look again' }).click();
      await expect(page.getByText('The line is there by now')).toBeVisible();
      expect(await names(panel)).toEqual(['previewInclude', 'previewInclude']);
    });

  test('a change that main refuses is told, and nothing claims that it was made', async ({
    page,
    panel,
  }) => {
    await settings(page, panel, STATES.noNames);
    const refusal = { kind: 'include', message: 'The file has just changed.', action: 'Again.' };
    await panel.answer('addInclude', { ok: false, refusal });
    await page.getByRole('button', { name: 'Let ssh know the names…' }).click();
    await page.getByRole('button', { name: 'Add these lines' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'just changed' })).toBeVisible();
    await expect(page.getByText('Added')).toHaveCount(0);
  });
});

test('a login is set for all VMs, for an account and for a template', async ({ page, panel }) => {
  const all = { user: 'ubuntu', port: 2_200, identityFile: null, options: ['Compression yes'] };
  const ssh = { ...SSH, logins: { ...SSH.logins, all } };
  await settings(page, panel, stateOf({ snapshots: STATES.live.snapshots, ssh }));
  await page.getByLabel('Port').fill('70000');
  await page.keyboard.press('Tab');
  await expect(page.getByText('A port is a number from 1 to 65535.')).toBeVisible();
  await page.getByLabel('Port').fill('2222');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Port')).toBeFocused();
  await page.getByLabel('Further options').fill('Compression yes\nHost *');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Line 2: Host is not possible here')).toBeVisible();
  await page.getByLabel('Further options').fill('Compression yes\n\nProxyJump bastion\n');
  await page.keyboard.press('Tab');

  await page.getByLabel('Login for').selectOption('Account lea@example.com');
  await expect(page.getByLabel('User')).toHaveValue('');
  await page.getByLabel('User').fill('lea');
  await page.keyboard.press('Enter');
  await page.getByLabel('Login for').selectOption('Template 102 · Image generation');
  await page.getByLabel('Key file').fill('~/.ssh/id_sd');
  await page.keyboard.press('Enter');

  const open = { user: null, port: null, identityFile: null, options: [] };
  expect((await panel.requests()).map(({ input }) => input)).toEqual([
    { scope: { kind: 'all' }, login: { ...all, port: 2_222 } },
    {
      scope: { kind: 'all' },
      login: { ...all, options: ['Compression yes', 'ProxyJump bastion'] },
    },
    { scope: { kind: 'account', accountId: 'a1' }, login: { ...open, user: 'lea' } },
    {
      scope: { kind: 'template', template: 102 },
      login: { ...open, identityFile: '~/.ssh/id_sd' },
    },
  ]);
});

test('the focus stays in a field when main takes what was typed', async ({ page, panel }) => {
  await settings(page, panel, STATES.live);
  await page.getByLabel('User').fill('ubuntu');
  await page.keyboard.press('Enter');
  const all = { ...SSH.logins.all, user: 'ubuntu' };
  await panel.become({ ...STATES.live, ssh: { ...SSH, logins: { ...SSH.logins, all } } });
  await expect(page.getByLabel('User')).toBeFocused();
  await expect(page.getByLabel('User')).toHaveValue('ubuntu');
});

test('the terminal is one that was found or a command of one’s own', async ({ page, panel }) => {
  await settings(page, panel, STATES.live);
  await expect(page.getByLabel('Terminal', { exact: true }).getByRole('option')).toHaveText([
    'Automatic (GNOME Terminal)',
    'GNOME Terminal',
    'xterm',
    'Own command',
  ]);
  await page.getByLabel('Terminal', { exact: true }).selectOption('xterm');
  await panel.become(
    stateOf({ snapshots: STATES.live.snapshots, preferences: { terminal: 'own' } }),
  );
  await page.getByLabel('Terminal command').fill('foot');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Put {command} once')).toBeVisible();
  await page.getByLabel('Terminal command').fill('foot {command}');
  await page.keyboard.press('Enter');
  await page.getByLabel('Folder for editors').fill('project');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Begin with / or ~')).toBeVisible();
  await page.getByLabel('Folder for editors').fill('~/project');
  await page.keyboard.press('Enter');
  await page.getByLabel('Notify when I can log in').click();
  expect((await panel.requests()).map(({ input }) => input)).toEqual([
    { terminal: 'xterm' },
    { terminalCommand: 'foot {command}' },
    { remoteFolder: '~/project' },
    { notifyReady: false },
  ]);
});

test('the shell of copied commands is asked for on Windows alone', async ({ page, panel }) => {
  await settings(page, panel, STATES.live);
  await expect(page.getByLabel('Copy commands for')).toHaveCount(0);
  const surroundings = { ...STATES.live.surroundings, platform: 'win32' } as const;
  await panel.become({ ...STATES.live, surroundings });
  await page.getByLabel('Copy commands for').selectOption('Command Prompt');
  expect(await panel.requests()).toEqual([{ name: 'changePreferences', input: { shell: 'cmd' } }]);
});
