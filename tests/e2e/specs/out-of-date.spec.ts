import type { Locator } from '@playwright/test';
import {
  expect,
  menuLabels,
  notificationTitles,
  refresh,
  refreshed,
  signedInPanel,
  test,
  tooltip,
} from '../fixture/index.ts';

test.use({ service: { vms: 2 } });

const color = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color);

test('says why a cost is unknown, requests it on Refresh, dates everything after a 401, and a try recovers', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
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

  await app.network(false);
  await expect.poll(() => tooltip(app)).toMatch(/ · Offline$/);
});
