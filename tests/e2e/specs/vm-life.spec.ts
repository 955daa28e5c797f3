import {
  expect,
  menuLabels,
  notificationTitles,
  refresh,
  signedInPanel,
  test,
  tooltip,
  vmNews,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('notification, tray and panel follow a VM from creation to interruption', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(panel.getByText('No VMs.')).toBeVisible();

  const { id } = simulator.control.createVm({ instance_label: 'train-1', status: 'creating' });
  await refresh(panel);
  await expect(vmRow(panel, 'train-1')).toContainText('creating');
  await expect(panel.getByRole('button', { name: /^Running · 0/ })).toBeVisible();
  await expect
    .poll(() => menuLabels(app))
    .toContainEqual(expect.stringMatching(/^train-1.*creating/));

  simulator.control.setVm(id, { status: 'running' });
  await refresh(panel);
  await expect(panel.getByRole('button', { name: /^Running · 1/ })).toBeVisible();
  await expect.poll(() => tooltip(app)).toContain('1 running');

  simulator.control.setVm(id, { status: 'interrupted' });
  await refresh(panel);
  await expect(vmRow(panel, 'train-1')).toContainText('interrupted');
  await expect(panel.getByRole('button', { name: /^Off · 1/ })).toBeVisible();
  await expect.poll(() => vmNews(app)).toEqual(['train-1 was interrupted']);
  await expect.poll(() => tooltip(app)).toContain('0 running');

  const titles = await notificationTitles(app);
  await app.clickNotification(titles.indexOf('train-1 was interrupted'));
  await expect(panel.getByRole('heading', { name: 'train-1', level: 1 })).toBeVisible();
  await panel.keyboard.press('Escape');

  // A hostile name is shown as text.
  const name = '<img src=x onerror="document.title=\'broken\'">';
  simulator.control.createVm({ instance_label: `${name}\u202eevil`, status: 'running' });
  await refresh(panel);
  await expect(vmRow(panel, name)).toBeVisible();
  expect(await panel.title()).not.toBe('broken');
  const labels = async () => (await menuLabels(app)).join('');
  await expect.poll(labels).toContain('<img src=x');
  expect(await labels()).not.toContain('\u202e');
});
