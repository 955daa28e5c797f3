import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a panel whose window was gone comes back as it was left', async ({ launch, simulator }) => {
  for (let number = 1; number <= 30; number += 1) {
    simulator.control.createVm({ instance_label: `train-${number}`, status: 'running' });
  }
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await panel.getByLabel('Sort VMs').selectOption('by name');
  await expect(vmRow(panel, 'train-1').first()).toBeVisible();
  for (let step = 0; step < 20; step += 1) await panel.keyboard.press('ArrowDown');
  await expect(panel.locator('[data-row]:focus')).toContainText('train-20');
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'train-20' })).toBeVisible();
  const kept = async () =>
    (await app.traffic()).findLast(
      ({ channel, direction }) => channel === 'request:keepView' && direction === 'toMain',
    )?.content;
  await expect.poll(kept).toContain('"vm"');

  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  const again = await app.panel();
  await expect(again.getByRole('heading', { name: 'train-20' })).toBeVisible();
  await again.keyboard.press('Escape');
  await expect(again.locator('[data-row]:focus')).toContainText('train-20');
  await expect(again.locator('[data-row]:focus')).toBeInViewport({ ratio: 1 });
  await expect(again.getByLabel('Sort VMs')).toHaveValue('name');
  await expect(vmRow(again, 'train-1').first()).not.toBeInViewport();

  // What the tray asks for goes before what was left.
  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  await app.clickMenu(['Settings']);
  await expect((await app.panel()).getByRole('heading', { name: 'Settings' })).toBeVisible();
});
