import { expect, menuLabels, refresh, signedInPanel, test, tooltip } from '../fixture/index.ts';

test.use({ service: { vms: 2 } });

test('says why a cost is unknown, requests it on Refresh, and dates everything after a 401', async ({
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
  const why = /^The service returned an error \(HTTP 503\)\. Retrying at \d\d:\d\d\.$/;
  await expect(month.locator('[data-money]')).toHaveText('—');
  await expect(month.locator('[data-money]')).toHaveAttribute('title', why);
  await expect(month).toContainText('Retrying at');

  noUsage.clear();
  await refresh(panel);
  await expect(month.locator('[data-money]')).toContainText('$');

  const color = () =>
    panel.evaluate<string>('getComputedStyle(document.querySelector("h1 [data-money]")).color');
  const fresh = await color();
  const rejected = control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  await refresh(panel);
  const words = 'API key rejected (401)';
  const strip = panel.getByRole('list', { name: 'What needs attention' });
  await expect(strip).toContainText(words);
  await expect(strip.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await menuLabels(app)).toContain(words);

  // The header, the footer and the tray's tooltip give the same time.
  const asOf = await header.getByText(/^as of/).textContent();
  const time = /\d\d:\d\d/.exec(asOf ?? '')?.[0] ?? 'no time';
  await expect(panel.getByRole('status').filter({ hasText: `Last update ${time}` })).toBeVisible();
  expect(await color()).not.toBe(fresh);
  rejected.clear();

  await app.network(false);
  const footer = await panel.getByRole('status').textContent();
  await expect.poll(() => tooltip(app)).toContain(/\d\d:\d\d/.exec(footer ?? '')?.[0] ?? 'no time');
});
