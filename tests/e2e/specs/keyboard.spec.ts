import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('everything works with the keyboard', async ({ launch, simulator }) => {
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
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
