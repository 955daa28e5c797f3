import { filesOf, leaks } from '../../contract/leaks.ts';
import {
  expect,
  openAccounts,
  refresh,
  signedInPanel,
  submitPassword,
  test,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 2 } });

/** Prefixes of a JSON Web Token, a refresh token and an API key of the simulator. */
const PREFIXES = ['eyJ', 'sim_refresh_', 'sim_live_'];

test('no secret reaches the panel, a file or the log during a full session', async ({
  launch,
  simulator,
  userData,
}) => {
  const [first, second] = simulator.credentials;
  if (second === undefined) throw new Error('the simulator has two accounts');
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await openAccounts(panel);
  await panel.getByRole('button', { name: 'Add an account' }).click();
  // A wrong password first, and a service that echoes it.
  const echo = simulator.control.addFault({
    path: '/vms',
    times: 2,
    fault: { kind: 'echo-authorization' },
  });
  await submitPassword(panel, simulator.baseUrl, {
    email: second.email,
    password: 'wrong-canary-1',
  });
  await expect(
    panel.getByText('Sign-in rejected (401): Incorrect email or password.'),
  ).toBeVisible();
  await submitPassword(panel, simulator.baseUrl, second);
  await expect(panel.getByRole('link', { name: 'Settings' })).toBeVisible();
  await refresh(panel);
  await expect.poll(() => echo.hits()).toBeGreaterThan(0);
  simulator.control.expireAccessTokens();
  await refresh(panel);
  const [vm] = simulator.control.vms();
  await expect(vmRow(panel, vm?.instance_label ?? `vm-${vm?.vmid}`).first()).toBeVisible();

  await app.clickMenu(['Open GPU Tray']);
  await openAccounts(panel);
  await panel.getByRole('button', { expanded: false }).first().click();
  await panel.getByText('Advanced').click();
  await panel.getByLabel('Key for launching and stopping').fill(first.apiKeys.read_write);
  await panel.getByRole('button', { name: 'Save key' }).click();
  await expect(panel.getByRole('button', { name: 'Remove key' })).toBeVisible();

  await app.clickMenu(['Launch a VM…']);
  await panel
    .getByRole('button', { name: /^Launch… 1 × RTX 5090/ })
    .first()
    .click();
  await panel.getByLabel('Log in with').selectOption('Password');
  await panel.getByLabel('Password', { exact: true }).last().fill('launch-canary-1');
  await panel.getByRole('button', { name: /^Launch for/ }).click();
  await expect(panel.getByText('Creating…')).toBeVisible();

  await app.clickMenu(['Settings…']);
  await panel.getByRole('button', { name: 'About' }).click();
  await panel.getByRole('button', { name: 'Diagnostics' }).click();
  await expect(panel.getByText('Can read VMs and spend.')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(async () => (await app.desktop()).clipboard).toContain('\nCheck scopes: ok\n');

  const traffic = await app.traffic();
  const toPage = traffic.filter(({ direction }) => direction === 'toPage');
  expect(toPage.length).toBeGreaterThan(3);
  const seen = [
    { where: 'the bridge', text: JSON.stringify(toPage) },
    { where: 'the panel', text: await panel.content() },
    { where: 'the desktop', text: JSON.stringify(await app.desktop()) },
    { where: 'the output', text: app.output() },
  ];
  await app.quit();
  const files = await filesOf(userData);
  expect(files.length).toBeGreaterThan(0);
  const secrets = [first.apiKeys.read_write, second.password, 'wrong-canary-1', 'launch-canary-1'];
  expect(leaks([...seen, ...files], [...secrets, ...PREFIXES])).toEqual([]);
});
