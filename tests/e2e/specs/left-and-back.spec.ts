import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 3 } });

test('a panel whose window was freed opens on the same screen', async ({ launch, simulator }) => {
  simulator.control.createVm({ instance_label: 'train-20', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await vmRow(panel, 'train-20').getByText('train-20').click();
  await expect(panel.getByRole('heading', { name: 'train-20' })).toBeVisible();
  const kept = async () =>
    (await app.traffic()).findLast(
      ({ channel, direction }) => channel === 'request:keepScreen' && direction === 'toMain',
    )?.content;
  await expect.poll(kept).toContain('"vm"');

  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  const again = await app.panel();
  await expect(again.getByRole('heading', { name: 'train-20' })).toBeVisible();

  // The screen that the tray opens takes precedence.
  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  await app.clickMenu(['Settings…']);
  await expect((await app.panel()).getByRole('heading', { name: 'Settings' })).toBeVisible();
});
