import { answerLimit, expect, submitKey, test } from '../fixture/index.ts';

test.use({ service: { vms: 6 } });

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
  await expect.poll(async () => (await app.desktop()).clipboard).toMatch(/^ssh 127\.[\d.]+$/);
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('list', { name: 'VMs' })).toBeVisible();
  await panel.keyboard.press(',');
  await expect(panel.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
