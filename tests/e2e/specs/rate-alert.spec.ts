import { expect, refresh, refreshed, signedInPanel, test, vmNews } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const alerts = async (app: RunningApp) =>
  (await app.desktop()).notifications.filter(({ title, body }) => /above your/.test(title + body));

test('crossing the limit notifies once, also across a restart', async ({ launch, simulator }) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'cheap', status: 'running' });
  control.setSpend({ total_per_hour: 1 });
  const app = await launch();
  const panel = await signedInPanel(app, simulator, 2);
  expect(await vmNews(app)).toEqual([]);

  control.setSpend({ total_per_hour: 5 });
  // More polls than it takes to confirm.
  for (const _ of [1, 2, 3, 4]) await refreshed(app, panel);
  await expect.poll(() => alerts(app)).toHaveLength(1);
  const banner = panel.getByRole('list', { name: 'What needs attention' });
  await expect(banner).toContainText('Above your limit of $2.00/h');
  expect((await alerts(app))[0]?.body).toBe('$5.00/h, limit $2.00/h');
  const tray = async () => (await app.desktop()).tray;
  await expect.poll(async () => (await tray())?.icon).toContain('alert');
  await expect.poll(async () => (await tray())?.tooltip).toContain('1 alert');

  await app.quit();
  const again = await launch();
  const reopened = await again.panel();
  await expect(reopened.getByRole('list', { name: 'What needs attention' })).toContainText(
    'Above your limit',
  );
  for (const _ of [1, 2, 3, 4]) await refreshed(again, reopened);
  expect(await alerts(again)).toEqual([]);
});

test('a snoozed alert is not shown in the icon', async ({ launch, simulator }) => {
  simulator.control.createVm({ status: 'running' });
  simulator.control.setSpend({ total_per_hour: 5 });
  const app = await launch();
  const panel = await signedInPanel(app, simulator, 2);
  const banner = panel.getByRole('list', { name: 'What needs attention' });
  await expect(async () => {
    await refresh(panel);
    await expect(banner).toContainText('Above your limit', { timeout: 500 });
  }).toPass();
  await banner.getByRole('button', { name: /Snooze/ }).click();
  await panel.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(banner.getByText('Above your limit')).toBeHidden();
  await expect.poll(async () => (await app.desktop()).tray?.icon).not.toContain('alert');
});

test('a limit set below the present rate alerts at once', async ({ launch, simulator }) => {
  simulator.control.createVm({ status: 'running' });
  simulator.control.setSpend({ total_per_hour: 9.37 });
  const app = await launch();
  const panel = await signedInPanel(app, simulator, 20);
  await expect(panel.getByRole('heading', { name: /Spending now/ })).toContainText('9.37');
  await panel.getByRole('button', { name: 'Alerts', exact: true }).click();
  const spendRequests = () =>
    simulator.control.state().requests.log.filter(({ path }) => path.includes('current-spend'))
      .length;
  const before = spendRequests();
  await panel.getByLabel('Hourly rate above').fill('5');
  await expect(
    panel.getByText('You are at $9.37/h now, so this alerts immediately.'),
  ).toBeVisible();
  await panel.keyboard.press('Enter');
  await expect.poll(() => alerts(app)).toHaveLength(1);
  // Two polls that agree would take longer.
  expect(spendRequests() - before).toBeLessThan(2);
  await expect(panel.getByRole('list', { name: 'Open alerts' })).toContainText('$5.00/h');
});
