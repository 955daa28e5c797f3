import {
  expect,
  passwordPanel,
  refresh,
  refreshed,
  signedInPanel,
  test,
  tooltip,
  vmNews,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a service that is down keeps the last snapshot and its age, and comes back', async ({
  launch,
  simulator,
}) => {
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  const down = simulator.control.addFault({ path: '/', fault: { kind: 'drop-connection' } });
  await refresh(panel);
  const attention = panel.getByRole('list', { name: 'What needs attention' });
  await expect(attention).toContainText('Failed to reach the service');
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  await expect(panel.getByRole('status').filter({ hasText: /Updated/ })).toBeVisible();
  await expect.poll(async () => (await app.desktop()).tray?.icon).toContain('stale');

  down.clear();
  // Its own next try may be some time away; a person may ask at once.
  await expect(async () => {
    await refresh(panel);
    await expect(attention).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => tooltip(app)).toContain('1 running');
  await expect(panel.getByRole('status').filter({ hasText: 'Up to date' })).toBeVisible();
});

test('tokens that expire over night are renewed, and the night is told in one message', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const { id } = control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await passwordPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  await app.power('suspend');
  control.advance(9 * 3600);
  control.expireAccessTokens();
  control.setVm(id, { status: 'interrupted' });
  await app.power('resume');

  await expect(vmRow(panel, 'train-1')).toContainText('interrupted');
  await expect.poll(() => vmNews(app)).toHaveLength(1);
  const [summary] = (await app.desktop()).notifications;
  // For how long is proven with a clock of its own in src/core/app/notifications.test.ts: this night lasts a second.
  expect(summary?.title).toMatch(/away/);
  expect(summary?.body).toContain('train-1 was interrupted');
  await expect(panel.getByRole('button', { name: 'Sign in', exact: true })).toBeHidden();
});

test('a login that was ended asks for a new one', async ({ launch, simulator }) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await passwordPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  control.revokeRefreshTokens();
  control.expireAccessTokens();
  await refresh(panel);
  const attention = panel.getByRole('list', { name: 'What needs attention' });
  await attention.getByRole('button', { name: 'Sign in' }).click();
  await panel.getByLabel('Password', { exact: true }).fill(simulator.credentials[0].password);
  await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  await expect(attention).toBeHidden();
});

test('whoever unlocks the screen sees how things are now', async ({ launch, simulator }) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  const polls = () => control.state().requests.counts['GET /vms'] ?? 0;
  // Its end is waited for: to a poll that is under way, no other one is added.
  await refreshed(app, panel);

  const asked = polls();
  await app.power('lock-screen');
  await app.power('unlock-screen');
  // Sooner than the open panel's own pace of 10 s, give or take one.
  await expect.poll(polls, { timeout: 8_000 }).toBeGreaterThan(asked);
});
