import type { Page } from '@playwright/test';
import { makeVm, NOW, SSH } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { ACCEPTED, expect, refused, test } from './panel-test.ts';
import { STATES } from './states.ts';

const ssh = (page: Page) => page.getByRole('region', { name: 'SSH' });

async function detailsOf(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click();
  await page.getByRole('heading', { name }).waitFor();
}

const actions = (page: Page) => page.getByRole('button', { name: /^Actions for/ });
const more = (page: Page) => page.getByText('More', { exact: true });

async function choose(page: Page, name: string): Promise<void> {
  await actions(page).click();
  await page.getByRole('menuitem', { name }).click();
}

test('shows the short name and the login state, and copies', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await expect(page.getByText('Running · 41 m · ready')).toBeVisible();
  await page.getByRole('button', { name: 'Copy SSH command ssh gpu-eval-7' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await choose(page, 'Copy scp command');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const copied = (await panel.requests()).map(({ input }) => input);
  expect(copied).toMatchObject(['ssh', 'scp'].map((what) => ({ what })));
});

test('the values of “More” can be selected, and unknown ones are hidden', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await more(page).click();
  const rows = await page.locator('dl dt').allTextContents();
  expect(rows).toContain('IP address');
  expect(rows).not.toContain('Stopped');
  expect(rows).not.toContain('Reservation');
  const address = page.getByText('203.0.113.103', { exact: true });
  await expect(address).toHaveCSS('user-select', 'text');
});

test('a VM that left the list keeps its name', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  const vm = {
    accountId: 'a1',
    vmId:
      STATES.live.snapshots['a1']?.vms.value?.vms.find(({ label }) => label === 'eval-7')?.id ?? '',
  };
  const event = {
    kind: 'vm',
    at: NOW,
    ...vm,
    name: 'eval-7',
    what: 'is gone',
    status: null,
  } as const;
  const gone = { ...STATES.live, recentEvents: [event], snapshots: { a1: snapshotOf([]) } };
  await panel.become(gone);
  await expect(page.getByText('no longer in the list')).toBeVisible();
  await panel.become(STATES.live);
  await expect(ssh(page)).toContainText('ssh gpu-eval-7');
  await panel.open(gone, { kind: 'vm', ...vm });
  await expect(page.getByText('no longer in the list')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'eval-7' })).toBeVisible();
});

for (const [name, status] of [
  ['spot-1', /^Interrupted/],
  ['spot-2', /^Failed/],
] as const)
  test(`offers the console and no login where it cannot work: ${name}`, async ({ page, panel }) => {
    const vms = STATES.attention.snapshots['a1']?.vms.value?.vms ?? [];
    const vmId = vms.find(({ label }) => label === name)?.id ?? '';
    await panel.open(STATES.attention, { kind: 'vm', accountId: 'a1', vmId });
    await expect(page.getByText(status)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open console' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Copy SSH|Open in)/ })).toHaveCount(0);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+o');
    expect(await panel.requests()).toEqual([]);
  });

/** The VM with the login that its provider names. */
function providedLogin(isShellOnly: boolean) {
  const login = { host: 'ssh.cloud.example', port: 34_446, user: '7h9k-64411eb2', isShellOnly };
  return stateOf({ snapshots: { a1: snapshotOf([makeVm(101, { label: 'pod', login })]) } });
}

test('offers a plain login only where the provider’s carries no files', async ({ page, panel }) => {
  await panel.open(providedLogin(true));
  await detailsOf(page, 'pod');
  await expect(ssh(page)).toContainText('only gives a shell: no file transfer');
  await actions(page).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open console', 'Mute alerts']);
  await page.keyboard.press('Escape');
  await more(page).click();
  await expect(page.getByRole('button', { name: 'Check host key' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy port forward…' })).toBeHidden();
  await panel.become(providedLogin(false));
  await expect(page.getByRole('button', { name: 'Copy port forward…' })).toBeVisible();
  await expect(ssh(page)).not.toContainText('only gives a shell');
});

test('shows “Opening…” until the terminal has opened, in the same place', async ({
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
  await page.keyboard.press('Control+o');
  expect((await panel.requests()).map(({ name }) => name)).toEqual(['openTerminal']);
});

test('without a terminal, links to its setting', async ({ page, panel }) => {
  await panel.open(stateOf({ snapshots: STATES.live.snapshots, ssh: { ...SSH, terminals: [] } }));
  await detailsOf(page, 'eval-7');
  await expect(page.getByRole('button', { name: 'Open in terminal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose a terminal' }).click();
  await expect(page.getByRole('heading', { name: 'Terminal and editors' })).toBeFocused();
});

test('copies a port forward', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await more(page).click();
  await page.getByRole('button', { name: 'Copy port forward…' }).click();
  const port = page.getByLabel('Port to forward');
  await expect(port).toBeFocused();
  await expect(port).toHaveValue('8888');
  await panel.answer('copyPortForward', refused('Enter a port from 1 to 65535.'));
  await port.fill('70000');
  await page.keyboard.press('Enter');
  await expect(port).toHaveAccessibleDescription('Enter a port from 1 to 65535.');
  await expect(port).toHaveAttribute('aria-invalid', 'true');
  await panel.answer('copyPortForward', ACCEPTED);
  await port.fill('6006');
  await expect(port).toHaveAttribute('aria-invalid', 'false');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await panel.requests()).toMatchObject([
    { name: 'copyPortForward', input: { accountId: 'a1', port: 70_000 } },
    { name: 'copyPortForward', input: { accountId: 'a1', port: 6006 } },
  ]);
});

test('changes the login of one VM', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await more(page).click();
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

test('checks the host key, and shows a change and its command without a button that removes a key', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await detailsOf(page, 'eval-7');
  await more(page).click();
  const check = page.getByRole('button', { name: 'Check host key' });
  await check.click();
  await expect(page.getByRole('status').filter({ hasText: 'stored host key' })).toContainText(
    'Nothing has to be done.',
  );
  const command = 'ssh-keygen -R gpu-tray-vm-7 -f known_hosts';
  const value = {
    what: `Stored: ED25519 SHA256:9o. Now: ED25519 SHA256:${'W'.repeat(43)}.`,
    advice: 'x',
    command,
  };
  await panel.answer('checkHostKey', { ok: true, value });
  await check.click();
  const answer = page.getByRole('status').filter({ hasText: value.what });
  await expect(answer).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Command that removes the stored key')).toHaveValue(command);
  await expect(page.getByRole('button', { name: /remove|forget|accept|trust/i })).toHaveCount(0);
});
