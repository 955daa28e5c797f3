import { expect, signedInPanel, test, tooltip, vmRow } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const icon = async (app: RunningApp) => (await app.desktop()).tray?.icon;

/** ms: the app follows the network within a second and then polls at once; idle, it polls every 30 s. */
const SOON_MS = 10_000;

test('offline, shows the last snapshot marked as out of date; started offline, polls as soon as it is online', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const { id } = control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  const running = vmRow(panel, 'train-1').getByRole('button', { name: /^running train-1/ });
  await expect(running).toBeVisible();
  await expect.poll(() => icon(app)).not.toContain('stale');

  await app.network(false);
  const attention = panel.getByRole('list', { name: 'What needs attention' });
  await expect(attention).toContainText('Offline.');
  await expect.poll(() => icon(app)).toContain('stale');
  await expect.poll(() => tooltip(app)).toContain('Offline');
  control.setVm(id, { status: 'stopped' });
  await expect(running).toBeVisible();

  await app.closePanel();
  await app.network(true);
  await expect.poll(() => tooltip(app), { timeout: SOON_MS }).not.toContain('Offline');
  await expect.poll(() => tooltip(app), { timeout: SOON_MS }).not.toContain('1 running');
  await expect.poll(() => icon(app)).not.toContain('stale');
  await expect((await app.panel()).getByText('Offline.')).toBeHidden();
  await app.quit();

  control.setVm(id, { status: 'running' });
  const costs = () => control.state().requests.counts['GET /billing/usage'] ?? 0;
  const costsBefore = costs();

  const again = await launch({ isOnline: false });
  await expect.poll(() => tooltip(again)).toContain('Offline');
  await expect.poll(() => icon(again)).toContain('stale');
  // By then, every request of the start has failed.
  await expect((await again.panel()).getByText('Offline.')).toBeVisible();
  await again.closePanel();
  await expect.poll(() => again.windows()).toEqual([]);
  await again.network(true);
  await expect
    .poll(() => tooltip(again), { timeout: SOON_MS })
    .toMatch(/^(?!.*Offline).*1 running/s);
  await expect.poll(costs).toBeGreaterThan(costsBefore);
});
