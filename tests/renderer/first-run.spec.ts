import { expect, test } from './panel-test.ts';
import { STATES, stateOf } from './states.ts';

const FIRST = [
  ['firstRun', 'GPU Tray'],
  ['question', 'Alert me when the hourly rate passes …'],
] as const;

for (const [name, heading] of FIRST) {
  const title = new RegExp(`^${heading}`);

  test(`the tray's settings open, and Escape leads back: ${name}`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await panel.go({ kind: 'settings' });
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Quit GPU Tray' })).toBeVisible();
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await panel.requests()).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  test(`Escape closes the panel: ${name}`, async ({ page, panel }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
  });

  test(`a screen that needs an account is none, and Escape closes at once: ${name}`, async ({
    page,
    panel,
  }) => {
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await panel.go({ kind: 'alerts' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await panel.requests()).at(-1)?.name).toBe('hidePanel');
  });
}

test('keys that are typed into the sign-in form are text', async ({ page, panel }) => {
  await panel.open(STATES.firstRun);
  await page.getByLabel('Base URL').fill('');
  await page.getByLabel('Base URL').pressSequentially('a,r?');
  await expect(page.getByLabel('Base URL')).toHaveValue('a,r?');
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
});

test('whoever signs out of the last account is welcomed again', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await page.getByRole('button', { name: 'Account' }).click();
  await panel.become(stateOf({ accounts: [], snapshots: {}, rates: [] }));
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
});
