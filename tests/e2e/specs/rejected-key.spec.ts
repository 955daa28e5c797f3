import {
  expect,
  notificationTitles,
  refresh,
  refreshed,
  signedInPanel,
  test,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a 401 says when the key is tried again, and a try recovers', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  const refusal = control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  // The second refusal in a row is believed.
  await refreshed(app, panel);
  await refresh(panel);
  const strip = panel.getByRole('list', { name: 'What needs attention' });
  // The schedule is tested with a virtual clock in src/core/monitor.
  await expect(strip).toContainText(/API key rejected \(401\).*Retry in (1:00|\d\d s)/);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  await strip.getByRole('button', { name: /API key rejected/ }).click();
  await expect(strip.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  refusal.clear();
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(strip).toBeHidden();
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  expect(await notificationTitles(app)).not.toContainEqual(
    expect.stringContaining('No fresh data'),
  );
});
