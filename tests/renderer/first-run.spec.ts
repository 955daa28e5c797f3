import { expect, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const FIRST = [
  ['firstRun', 'GPU Tray'],
  ['question', 'Alert me when the hourly rate exceeds…'],
] as const;

for (const [name, heading] of FIRST) {
  const title = new RegExp(`^${heading}`);

  test(`${name}: the tray opens the settings and Escape returns`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await panel.go({ kind: 'settings' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Quit GPU Tray' })).toBeVisible();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await panel.requests()).toEqual([]);
    expect(panel.errors).toEqual([]);
  });

  test(`${name}: Escape closes the panel`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
  });

  test(`${name}: screens that need an account do not open`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await panel.go({ kind: 'alerts' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
  });
}

test('shortcut keys typed into the sign-in form are text', async ({ page, panel }) => {
  await panel.open(STATES.firstRun);
  await page.getByLabel('Service URL').fill('');
  await page.getByLabel('Service URL').pressSequentially('a,r?');
  await expect(page.getByLabel('Service URL')).toHaveValue('a,r?');
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
});

test('signing out of the last account shows the welcome screen', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByRole('button', { name: 'Account' }).click();
  await panel.become(stateOf({ accounts: [], snapshots: {}, rates: [] }));
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
});
