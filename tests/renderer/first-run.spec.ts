import { stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, refused, test } from './panel-test.ts';
import { STATES } from './states.ts';

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
    const changes = (await panel.requests()).filter(({ name: sent }) => sent !== 'previewInclude');
    expect(changes).toEqual([]);
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

test('without an account, every message is shown whole where it stands', async ({
  page,
  panel,
}) => {
  const environment = { ...STATES.firstRun.environment, isOnline: false, hasTray: false };
  await panel.open({ ...STATES.firstRun, environment });
  const strip = page.getByRole('list', { name: 'What needs attention' });
  await expect(strip).toContainText('Updates resume when you’re back online.');
  await expect(strip).toContainText('This desktop shows no tray icons.');
  await page.setViewportSize({ width: 320, height: 480 });
  await page.getByRole('button', { name: 'GPU rental service' }).click();
  await page.keyboard.press('Escape');
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).not.toContainText('tray icons');
  await page.mouse.move(0, 0);
  await strip.getByText('Offline').click();
  expect(await panel.screen()).toEqual({ kind: 'vms' });
});

test('signing out of the last account shows the welcome screen', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.go({ kind: 'settings' });
  await page.getByRole('button', { name: 'example' }).click();
  await panel.become(stateOf({ accounts: [], snapshots: {}, rates: [] }));
  await expect(page.getByRole('heading', { level: 1, name: 'GPU Tray' })).toBeVisible();
});

test('what is typed replaces the suggested limit', async ({ page, panel }) => {
  const field = page.getByLabel(/^Limit/);
  await panel.open(STATES.question);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('6.00');
  await page.keyboard.type('2.5');
  await expect(field).toHaveValue('2.5');
  const message = 'Enter an amount such as 3.00, at most 1,000,000.';
  await panel.answer('changePreferences', refused(message));
  await field.fill('a lot');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(message);
  // Also for a screen reader, since the focus stays where it is.
  await expect(page.locator('[aria-live=polite]', { hasText: message })).toBeVisible();
  await field.fill('2');
  await expect(field).toHaveAccessibleDescription(/so this alerts immediately\.$/);
  const hourlyRate = { isOn: true, limit: Number.NaN };
  expect(await panel.requests()).toEqual([{ name: 'changePreferences', input: { hourlyRate } }]);
});

const requestNames = async (panel: PanelUnderTest) =>
  (await panel.requests()).map(({ name, input }) => [name, input]);

test('short names are offered at the first copy, without moving a row', async ({ page, panel }) => {
  await panel.open(STATES.noNames);
  const offer = page.getByText('Shorter: ssh gpu-eval-7');
  const row = page.locator('[data-vm]').filter({ hasText: 'eval-7' });
  await row.getByRole('button', { name: 'Copy SSH' }).waitFor();
  await expect(offer).toHaveCount(0);
  const before = await row.boundingBox();
  await row.getByRole('button', { name: 'Copy SSH' }).click();
  await expect(offer).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Not now' }).click();
  expect((await requestNames(panel)).at(-1)).toEqual([
    'changePreferences',
    { offerShortNames: 'never' },
  ]);
  await panel.become({
    ...STATES.noNames,
    preferences: { ...STATES.noNames.preferences, offerShortNames: 'never' },
  });
  await expect(offer).toHaveCount(0);
});
