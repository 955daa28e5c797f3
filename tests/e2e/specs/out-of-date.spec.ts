import type { Locator, Page } from '@playwright/test';
import type { Simulator } from '../../../simulator/index.ts';
import {
  expect,
  menuLabels,
  notificationTitles,
  refresh,
  refreshed,
  signedInPanel,
  test,
  tooltip,
  vmRow,
} from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

/** ms: the app follows the network within a second and then polls at once; idle, it polls every 30 s. */
const SOON_MS = 10_000;

const icon = async (app: RunningApp) => (await app.desktop()).tray?.icon;

/** Offline, the last snapshot is marked as out of date. Ends online, with the app quit and the VM stopped. */
async function goesOffline(app: RunningApp, panel: Page, stop: () => void): Promise<void> {
  const running = vmRow(panel, 'train-1').getByRole('button', { name: /^running train-1/ });
  await expect(running).toBeVisible();
  await expect.poll(() => icon(app)).not.toContain('stale');

  await app.network(false);
  const attention = panel.getByRole('list', { name: 'What needs attention' });
  await expect(attention).toContainText('Offline.');
  await expect.poll(() => icon(app)).toContain('stale');
  await expect.poll(() => tooltip(app)).toMatch(/ · Offline$/);
  stop();
  await expect(running).toBeVisible();

  await app.closePanel();
  await app.network(true);
  await expect.poll(() => tooltip(app), { timeout: SOON_MS }).not.toContain('Offline');
  await expect.poll(() => tooltip(app), { timeout: SOON_MS }).not.toContain('1 running');
  await expect.poll(() => icon(app)).not.toContain('stale');
  await expect((await app.panel()).getByText('Offline.')).toBeHidden();
  await app.quit();
}

/** Started offline, it polls as soon as it is online. */
async function startedOffline(app: RunningApp, control: Simulator['control']): Promise<void> {
  const costs = () => control.state().requests.counts['GET /billing/usage'] ?? 0;
  const costsBefore = costs();
  await expect.poll(() => tooltip(app)).toContain('Offline');
  await expect.poll(() => icon(app)).toContain('stale');
  // By then, every request of the start has failed.
  await expect((await app.panel()).getByText('Offline.')).toBeVisible();
  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  await app.network(true);
  await expect.poll(() => tooltip(app), { timeout: SOON_MS }).toMatch(/^(?!.*Offline).*1 running/s);
  await expect.poll(costs).toBeGreaterThan(costsBefore);
}

const color = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color);

test('says why a cost is unknown, requests it on Refresh, dates everything after a 401 and offline, and recovers', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const { id } = control.createVm({ instance_label: 'train-1', status: 'running' });
  const noUsage = control.addFault({
    path: '/billing/usage',
    fault: { kind: 'status', status: 503 },
  });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  const header = panel.locator('header');
  const month = header.getByRole('term').nth(1).locator('..');
  await expect(month.locator('[data-money]')).toHaveText('—');
  await month.hover();
  const why = /The service returned an error \(HTTP 503\).*\. Retrying at \d\d:\d\d/;
  await expect(month.getByTitle(why)).toBeVisible();

  noUsage.clear();
  await refresh(panel);
  await expect(month.locator('[data-money]')).toContainText('$');

  const rate = header.locator('h1 [data-money]');
  const rowRate = panel.locator('[data-vm] [data-money]').first();
  const fresh = [await color(rate), await color(rowRate)] as const;
  const rejected = control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  // The second refusal in a row is believed.
  await refreshed(app, panel);
  await refresh(panel);
  const words = 'API key rejected (401)';
  const strip = panel.getByRole('list', { name: 'What needs attention' });
  // The schedule is tested with a virtual clock in src/core/monitor.
  await expect(strip).toContainText(/API key rejected \(401\).*Retry in (1:00|\d\d s)/);
  await strip.getByRole('button', { name: words }).click();
  await expect(panel.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await panel.keyboard.press('Escape');
  expect(await menuLabels(app)).toContainEqual(expect.stringContaining(`${words}; retrying at`));

  // The header and the tray's tooltip give the same time, the footer that of the retry.
  const asOf = await header.getByText(/^as of/).textContent();
  const time = /\d\d:\d\d/.exec(asOf ?? '')?.[0] ?? 'no time';
  await expect.poll(() => tooltip(app)).toContain(time);
  await expect(panel.getByRole('status').filter({ hasText: /^Retry in/ })).toBeVisible();
  expect(await color(rate)).not.toBe(fresh[0]);
  expect(await color(rowRate)).not.toBe(fresh[1]);

  rejected.clear();
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(strip).toBeHidden();
  expect((await notificationTitles(app)).join()).not.toContain('No fresh data');

  await goesOffline(app, panel, () => control.setVm(id, { status: 'stopped' }));
  control.setVm(id, { status: 'running' });
  await startedOffline(await launch({ isOnline: false }), control);
});
