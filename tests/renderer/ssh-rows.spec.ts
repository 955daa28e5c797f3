import type { Page } from '@playwright/test';
import { SSH } from './make-vm.ts';
import { stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });

const refusal = {
  kind: 'terminal',
  message: 'xterm failed to start (exit code 1).',
  action: 'Choose another terminal in Settings, or copy the command.',
} as const;

test('shows the login state in the second line', async ({ page, panel }) => {
  await panel.open(STATES.logins);
  await expect(rowOf(page, 'just-ready')).toContainText('ready');
  await expect(rowOf(page, 'not-yet')).toContainText('waiting for SSH');
  await expect(rowOf(page, 'odd-address')).toContainText('no usable address');
});

test('without an address there is no copy button; screen readers get the reason, and shortcuts that of main', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  const row = rowOf(page, 'exp-17');
  await expect(row.getByRole('button', { name: 'Copy SSH' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /No address yet/ })).toBeVisible();
  await panel.answer('copyFromVm', { ok: false, refusal });
  await row.getByRole('button').first().focus();
  await page.keyboard.press('Control+c');
  await expect(row.getByRole('alert')).toContainText(refusal.message);
});

test('right click opens the same menu as the tray', async ({ page, panel }) => {
  await panel.open(STATES.live);
  const choose = async (name: string) => {
    await page.getByText('eval-7').click({ button: 'right' });
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(0);
  };
  await page.getByText('eval-7').click({ button: 'right' });
  // As `src/shared/vms/vm-menu.ts` has it.
  await expect(page.getByRole('menuitem')).toHaveText([
    'Copy SSH command',
    'Copy IP',
    'Open in terminal',
    'Open in VS Code',
    'Open in Zed',
    'Open in JetBrains Gateway',
    'Copy scp command',
    'Open console',
    'Details',
    'Mute alerts',
  ]);
  await page.keyboard.press('Escape');
  for (const name of ['Copy IP', 'Copy scp command', 'Open in terminal']) await choose(name);
  await choose('Open in Zed');
  await choose('Open console');
  const inputs = (await panel.requests()).map(({ name, input }) => [name, input]);
  expect(inputs).toMatchObject([
    ['copyFromVm', { accountId: 'a1', what: 'address' }],
    ['copyFromVm', { what: 'scp' }],
    ['openTerminal', { accountId: 'a1' }],
    ['openEditor', { editor: 'zed' }],
    ['openConsole', { accountId: 'a1' }],
  ]);
});

test('the menu omits editors that need short names, and a missing terminal', async ({
  page,
  panel,
}) => {
  await panel.open(
    stateOf({
      snapshots: STATES.live.snapshots,
      ssh: { ...SSH, include: 'absent', terminals: [] },
      vmSshAccess: STATES.live.vmSshAccess,
    }),
  );
  await page.getByText('eval-7').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText([
    'Copy SSH command',
    'Copy IP',
    'Open in JetBrains Gateway',
    'Copy scp command',
    'Open console',
    'Details',
    'Mute alerts',
  ]);
});

test('Ctrl+O opens a terminal once and shows that it is opening', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.hold('openTerminal');
  await page.getByText('eval-7').waitFor();
  const row = rowOf(page, 'eval-7');
  const before = await row.boundingBox();
  await page.keyboard.press('ArrowDown');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+o');
  await expect(row.getByText('Opening a terminal…').last()).toBeVisible();
  expect(await panel.requests()).toMatchObject([
    { name: 'openTerminal', input: { accountId: 'a1' } },
  ]);
  expect(await row.boundingBox()).toEqual(before);
});

test('a failed terminal is shown at the row, also at the last one in view', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.large);
  await panel.answer('openTerminal', { ok: false, refusal });
  await page.locator('li[data-vm]').first().waitFor();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+o');
  const alert = page.getByRole('alert').filter({ hasText: refusal.message });
  await expect(alert).toContainText(refusal.action);
  await expect(alert).toBeInViewport({ ratio: 1 });
});
