import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { answerLimit, expect, submitKey, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 6 } });

async function expectNoViolations(panel: Page, screen: string): Promise<void> {
  // Legacy mode needs no second page, which Electron cannot open.
  const axe = new AxeBuilder({ page: panel }).setLegacyMode();
  const isDark = await panel.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
  // In the dark scheme only the colors differ.
  const { violations } = await (isDark ? axe.withRules(['color-contrast']) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  expect(found, screen).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no violations on any screen, ${colorScheme}`, async ({ launch, simulator }) => {
    const panel = await (await launch()).panel();
    await panel.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(panel.getByLabel('Service URL')).toBeVisible();
    await expectNoViolations(panel, 'first run');
    await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectNoViolations(panel, 'first run with mistakes');

    await submitKey(panel, simulator.baseUrl, simulator.credentials[0].apiKeys.read_write);
    await expect(panel.getByText('Alert me when')).toBeVisible();
    await expectNoViolations(panel, 'the alert step');
    await answerLimit(panel, 0.01);

    const [vm] = simulator.control.vms();
    const name = vm?.instance_label ?? `vm-${vm?.vmid}`;
    await expect(vmRow(panel, name).first()).toBeVisible();
    await expectNoViolations(panel, 'the list');

    await vmRow(panel, name).getByRole('button').first().click();
    await expect(panel.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoViolations(panel, 'details');
    await panel.getByRole('button', { name: 'Back' }).click();

    for (const screen of ['Alerts', 'Account', 'Settings']) {
      await panel
        .getByRole('button', { name: new RegExp(`^${screen}`) })
        .first()
        .click();
      await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible();
      await expectNoViolations(panel, screen);
      await panel.getByRole('button', { name: 'Back' }).click();
    }
  });
}

test('everything works with the keyboard', async ({ launch, simulator }) => {
  const app = await launch();
  const panel = await app.panel();
  await panel.getByLabel('Service URL').fill(simulator.baseUrl);
  await submitKey(panel, simulator.baseUrl, simulator.credentials[0].apiKeys.read_write);
  await answerLimit(panel, null);
  await expect(panel.getByRole('list', { name: 'VMs' })).toBeVisible();
  await panel.keyboard.press('/');
  await expect(panel.getByRole('searchbox', { name: 'Filter VMs' })).toBeFocused();
  await panel.keyboard.press('ArrowDown');
  await panel.keyboard.press('c');
  await expect.poll(async () => (await app.desktop()).clipboard).toMatch(/^ssh .* 127\.[\d.]+$/);
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('list', { name: 'VMs' })).toBeVisible();
  await panel.keyboard.press(',');
  await expect(panel.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
