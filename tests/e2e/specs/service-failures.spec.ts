import {
  expect,
  passwordPanel,
  refresh,
  refreshed,
  test,
  tooltip,
  vmNews,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('recovers from a failed poll, a long sleep and a revoked session', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const { id } = control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await passwordPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  // Waits for its end, since a running poll is not followed by another.
  await refreshed(app, panel);

  const down = control.addFault({ path: '/', fault: { kind: 'drop-connection' } });
  await refresh(panel);
  const freshness = (label: string) => panel.getByRole('status').filter({ hasText: label });
  await expect(freshness('Retry in')).toBeVisible();
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  expect((await app.desktop()).tray?.icon).not.toContain('stale');

  down.clear();
  // The next retry may be some time away.
  await expect(async () => {
    await refresh(panel);
    await expect(freshness('Up to date')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => tooltip(app)).toContain('1 running');

  // Tokens that expired during sleep are refreshed, and the night is one notification.
  await app.power('suspend');
  control.advance(9 * 3600);
  control.expireAccessTokens();
  control.setVm(id, { status: 'interrupted' });
  await app.power('resume');

  await expect(vmRow(panel, 'train-1')).toContainText('interrupted');
  // The duration is tested with a virtual clock in src/core/app.
  await expect
    .poll(() => vmNews(app))
    .toEqual([
      expect.stringMatching(/^train-1 keeps billing/),
      expect.stringMatching(/^While you were away/),
    ]);
  const summary = (await app.desktop()).notifications.at(-1);
  expect(summary?.body).toContain('train-1 was interrupted');
  await expect(panel.getByRole('button', { name: 'Sign in', exact: true })).toBeHidden();

  control.revokeRefreshTokens();
  control.expireAccessTokens();
  await refresh(panel);
  const attention = panel.getByRole('list', { name: 'What needs attention' });
  await attention.getByRole('button', { name: 'Sign in', exact: true }).click();
  await panel.getByLabel('Password', { exact: true }).fill(simulator.credentials[0].password);
  await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  await expect(attention).toBeHidden();
});
