import type { Page } from '@playwright/test';
import { SSH } from './make-login.ts';
import { expect, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const ssh = (page: Page) => page.getByRole('region', { name: 'SSH' });

async function detailsOf(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click();
  await page.getByRole('heading', { name }).waitFor();
}

test('the name, whether one can log in, and everything that can be copied', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await expect(ssh(page)).toContainText('ssh gpu-eval-7');
  await expect(ssh(page)).toContainText('SSH answers: you can log in.');
  for (const name of ['SSH command', 'IP address', 'scp command'])
    await page.getByRole('button', { name: `Copy ${name}` }).click();
  const copied = (await panel.requests()).map(({ input }) => input);
  expect(copied).toMatchObject(['ssh', 'address', 'scp'].map((what) => ({ what })));
});

test('where ssh does not know the names, the name is told and the way to it leads to its setting', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.noNames);
  await detailsOf(page, 'eval-7');
  await expect(ssh(page)).toContainText('Its name will be gpu-eval-7');
  await expect(ssh(page)).toContainText('VS Code and Zed can be offered then');
  await expect(page.getByRole('button', { name: 'Open in VS Code' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open in JetBrains Gateway' })).toBeVisible();
  await page.getByRole('button', { name: 'Let ssh know the names' }).click();
  await expect(page.getByRole('heading', { name: 'Short SSH names' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Short SSH names' })).toBeInViewport();
});

test('opening a terminal stays “Opening…” for as long as it takes, and keeps its place', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await panel.hold('openTerminal');
  const button = page.getByRole('button', { name: 'Open in terminal' });
  const before = await button.boundingBox();
  await button.click();
  const opening = page.getByRole('button', { name: 'Opening…' });
  await expect(opening).toHaveAttribute('aria-disabled', 'true');
  expect(await opening.boundingBox()).toEqual(before);
  await opening.click({ force: true });
  await page.keyboard.press('o');
  expect((await panel.requests()).map(({ name }) => name)).toEqual(['openTerminal']);
});

test('why something was not done stands below all the buttons, which keep their places', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  const refusal = {
    kind: 'terminal',
    message: 'The terminal chosen in Settings was not found on this computer.',
    action: 'Choose another one there, or copy the command and paste it where you like.',
  } as const;
  for (const request of ['openTerminal', 'openEditor', 'copyFromVm'])
    await panel.answer(request, { ok: false, refusal });
  const buttons = ['Open in terminal', 'Copy SSH command', 'Open console'].map((name) =>
    page.getByRole('button', { name }),
  );
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()));
  const before = await places();
  for (const name of ['Open in terminal', 'Copy SSH command']) {
    await page.getByRole('button', { name }).click();
    const told = page.getByRole('alert').filter({ hasText: refusal.message });
    await expect(told.first()).toBeVisible();
    expect(await places()).toEqual(before);
    for (const button of before)
      expect((await told.first().boundingBox())?.y).toBeGreaterThanOrEqual(
        (button?.y ?? 0) + (button?.height ?? 0),
      );
  }
});

test('O opens a terminal here too, and why it did not open is told at the button', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  const message = 'Failed to start GNOME Terminal: /usr/bin/gnome-terminal not found.';
  const refusal = { kind: 'terminal', message, action: 'Copy the command.' };
  await panel.answer('openTerminal', { ok: false, refusal });
  await page.keyboard.press('o');
  await expect(page.getByRole('alert').filter({ hasText: message })).toContainText('Copy the');
  await expect(page.getByRole('button', { name: 'Open in terminal' })).toBeEnabled();
});

test('without a terminal the way to name one is there instead', async ({ page, panel }) => {
  await panel.open(stateOf({ snapshots: STATES.live.snapshots, ssh: { ...SSH, terminals: [] } }));
  await detailsOf(page, 'eval-7');
  await expect(page.getByRole('button', { name: 'Open in terminal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Name one' }).click();
  await expect(page.getByRole('heading', { name: 'Terminal and editors' })).toBeFocused();
});

test('an editor is opened by its id', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await page.getByRole('button', { name: 'Open in VS Code' }).click();
  expect(await panel.requests()).toMatchObject([
    { name: 'openEditor', input: { accountId: 'a1', editor: 'vscode' } },
  ]);
});

test('a port forward is copied with a port that is remembered', async ({ page, panel }) => {
  const [key = ''] =
    Object.entries(STATES.live.vmLogins).find(([, { alias }]) => alias === 'gpu-eval-7') ?? [];
  await panel.open({ ...STATES.live, ssh: { ...SSH, forwardPorts: { [key]: 8080 } } });
  await detailsOf(page, 'eval-7');
  await page.getByRole('button', { name: 'Copy port forward…' }).click();
  const port = page.getByLabel('Port to forward');
  await expect(port).toBeFocused();
  await expect(port).toHaveValue('8080');
  await port.fill('70000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a port from 1 to 65535.')).toBeVisible();
  await port.fill('6006');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await panel.requests()).toMatchObject([
    { name: 'copyPortForward', input: { accountId: 'a1', port: 6006 } },
  ]);
});

test('the login of one VM', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await page.getByText('Login for this VM').click();
  await page.getByLabel('User').fill('root');
  await page.keyboard.press('Enter');
  expect(await panel.requests()).toMatchObject([
    {
      name: 'changeLogin',
      input: { scope: { kind: 'vm', accountId: 'a1' }, login: { user: 'root' } },
    },
  ]);
});

test('the host key is asked for, and answered in place', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await page.getByRole('button', { name: 'Check host key' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'stored host key' })).toContainText(
    'Nothing has to be done.',
  );
});

test('a changed host key shows both fingerprints and what it means, and nothing that removes it', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.logins);
  await detailsOf(page, 'reinstalled');
  await expect(ssh(page).getByText(/^ED25519 SHA256:9oN2/)).toBeVisible();
  await expect(ssh(page).getByText(/^ED25519 SHA256:Qk1y/)).toBeVisible();
  await expect(ssh(page)).not.toContainText('you can log in');
  await expect(ssh(page)).toContainText('a machine that answers in its place');
  await expect(page.getByRole('button', { name: /remove|forget|accept|trust/i })).toHaveCount(0);
});

test('where nobody can log in it says why, and offers nothing that would fail', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.logins);
  await detailsOf(page, 'odd-address');
  await expect(ssh(page)).toContainText('none that can be connected to');
  await expect(page.getByRole('button', { name: /^(Copy|Open in|Check)/ })).toHaveCount(0);
  await page.keyboard.press('c');
  await page.keyboard.press('o');
  expect(await panel.requests()).toEqual([]);
});
