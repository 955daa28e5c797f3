import { isDeepStrictEqual } from 'node:util';
import {
  answerLimit,
  chooseService,
  expect,
  refreshed,
  submitKey,
  submitPassword,
  test,
  tooltip,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 3 } });

test('refuses an http address, completes one without a scheme, marks a wrong password, and leads to the list, whose polls without changes send nothing', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await app.panel();
  await expect(panel.getByRole('heading', { name: 'GPU Tray' })).toBeVisible();
  await chooseService(panel);
  await expect(panel.getByText('keychain')).toBeVisible();
  await expect.poll(() => tooltip(app)).toContain('Not signed in');
  // Attached to the tray.
  expect((await app.windows()).map(({ isOrdinary }) => isOrdinary)).toEqual([false]);

  await submitKey(panel, 'http://example.com', 'some-key-of-mine');
  await expect(panel.getByRole('alert')).toContainText('https://');
  await expect(panel.getByLabel('Service URL')).toHaveValue('http://example.com');
  expect(simulator.control.state().requests.log).toEqual([]);

  const { email, password } = simulator.credentials[0];
  const wrong = { email, password: 'not the password' };
  // Nothing speaks TLS there.
  await submitPassword(panel, new URL(simulator.baseUrl).host, wrong);
  await expect(panel.getByLabel('Service URL')).toHaveValue(
    `https://${new URL(simulator.baseUrl).host}`,
  );
  await expect(panel.getByRole('alert')).not.toBeEmpty();

  await submitPassword(panel, simulator.baseUrl, wrong);
  const field = panel.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(
    /^Sign-in rejected \(401\): Incorrect email or password\./,
  );
  await expect(panel.getByRole('alert')).toBeHidden();
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
  await panel.keyboard.type(password);
  await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
  await answerLimit(panel, 50);
  await panel.getByRole('button', { name: /^Off/ }).click();
  for (const vm of simulator.control.vms())
    await expect(vmRow(panel, vm.instance_label ?? `vm-${vm.vmid}`)).toBeVisible();
  await expect.poll(() => tooltip(app)).toContain('running');

  // A poll without changes sends no messages and does not touch the tray.
  const { control } = simulator;
  for (const vm of control.vms()) {
    control.setVm(vm.id, { cpu_percent: 50, ram_percent: 50, status: 'stopped' });
  }
  // The response's timestamp still changes.
  control.setSpend({ total_per_hour: 1.5, vms: [] });
  const polls = () => control.state().requests.counts['GET /vms'] ?? 0;
  const effects = async () => {
    const isPush = ({ channel }: { readonly channel: string }) => channel === 'push';
    const pushes = (await app.traffic()).filter(isPush).length;
    return { pushes, changes: (await app.desktop()).tray?.changes };
  };
  const isSilentRound = async () => {
    const [before, asked] = [await effects(), polls()];
    for (const _ of [1, 2, 3]) await refreshed(app, panel);
    return polls() >= asked + 3 && isDeepStrictEqual(await effects(), before);
  };
  // The sign-in and these changes also trigger cost requests and SSH files, so it may take several rounds.
  await expect.poll(isSilentRound).toBe(true);
});
