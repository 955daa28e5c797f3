import { FOUR_CLOUDS, FOUR_NAMES } from './four-clouds.ts';
import { expect, test } from './panel-test.ts';

// tests/contract/account-names.test.ts tests Usage, tray, status and notifications for the same names.

test('header and rows name the accounts alike', async ({ page, panel }) => {
  await panel.open(FOUR_CLOUDS);
  const header = page.locator('header').getByRole('listitem');
  for (const [index, name] of FOUR_NAMES.entries())
    await expect(header.nth(index).getByRole('button')).toHaveAccessibleName(
      new RegExp(`^${name} [\\d.]+$`),
    );
  const marks = await page.locator('li[data-vm] .account-mark').all();
  for (const mark of marks) expect(FOUR_NAMES).toContain(await mark.getAttribute('title'));
});

const SCREENS = [
  ...([{ kind: 'vms' }, { kind: 'alerts' }, { kind: 'settings' }] as const),
  ...([{ kind: 'usage', preset: 'month' }] as const),
  { kind: 'launch', accountId: null },
] as const;

for (const screen of SCREENS)
  test(`no text has the port of a service: ${screen.kind}`, async ({ page, panel }) => {
    await panel.open(FOUR_CLOUDS, screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await page.content()).includes(':8700')).toBe(false);
  });
