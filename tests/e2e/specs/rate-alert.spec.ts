import { expect, refreshed, signedInPanel, test, vmNews } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const alerts = async (app: RunningApp) =>
  (await app.desktop()).notifications.filter(({ title, body }) => /above your/.test(title + body));

/** Without its folder. */
const icon = async (app: RunningApp) => (await app.desktop()).tray?.icon?.replace(/^.*[\\/]/, '');

test('crossing the limit notifies once, also across a restart; a snooze clears the icon, and a lower limit alerts at once', async ({
  launch,
  simulator,
}) => {
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
  await expect(banner).toContainText(/\$\d+\.\d\d\/h, limit \$2/);
  expect((await alerts(app))[0]?.body).toMatch(
    /^\$5\.00\/h, limit \$2 · highest: cheap \$[\d.]+\/h\. /,
  );
  await expect.poll(() => icon(app)).toContain('alert');
  await expect.poll(async () => (await app.desktop()).tray?.tooltip).toContain('1 alert');

  await app.quit();
  const again = await launch();
  const reopened = await again.panel();
  const open = reopened.getByRole('list', { name: 'What needs attention' });
  await expect(open).toContainText(', limit $2');
  for (const _ of [1, 2, 3, 4]) await refreshed(again, reopened);
  expect(await alerts(again)).toEqual([]);

  await expect.poll(() => icon(again)).toContain('alert');
  await open.getByRole('button', { name: /Snooze/ }).click();
  await reopened.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(open.getByText(', limit $2')).toBeHidden();
  await expect.poll(() => icon(again)).not.toContain('alert');

  // From now on no poll can confirm the alert.
  control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
  await refreshed(again, reopened);
  await reopened.getByRole('link', { name: /^Alerts/ }).click();
  await reopened.getByText('Rules', { exact: true }).click();
  await reopened.getByRole('textbox', { name: 'Hourly rate above' }).fill('1.50');
  await expect(
    reopened.getByText('You are at $5.00/h now, so this alerts immediately.'),
  ).toBeVisible();
  await reopened.keyboard.press('Enter');
  await expect.poll(() => alerts(again)).toHaveLength(1);
  await reopened.getByText('Open · 1').click();
  await expect(reopened.getByRole('list', { name: 'Open alerts' })).toContainText('limit $1.50');
});
