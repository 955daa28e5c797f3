import { expect, refreshed, signedInPanel, test } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a panel that broke while drawing says so, and is opened anew', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  // What every amount is written with fails from now on, in this document.
  await panel.evaluate(`Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
    get() { throw new Error('broken for a test'); },
  })`);
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  await refreshed(app, panel);
  await expect(panel.getByRole('heading', { name: 'The panel crashed' })).toBeVisible();
  await panel.getByRole('button', { name: 'Reload' }).click();
  await expect(panel.getByRole('heading', { name: /Spending now/ })).toContainText('$');
  await expect(panel.getByRole('list', { name: 'VMs' })).toContainText('train-1');
});
