import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  expect,
  notificationTitles,
  refresh,
  refreshed,
  signedInPanel,
  submitKey,
  test,
  vmRow,
} from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

/** Below the ephemeral ports; a different one in each worker. */
const SSH_PORT = 20_000 + Math.floor(Math.random() * 10_000);

test.use({ service: { vms: 0, sshPort: SSH_PORT } });

const clipboard = async (app: RunningApp) => (await app.desktop()).clipboard;

/** By alias. With -F, since the app's home is not the one in the user database. */
const BY_ALIAS = /^ssh -F \S+config['"]? gpu-train-1$/;

async function presetSettings(userData: string, settings: object): Promise<void> {
  const whole = { version: 1, accounts: [], ...settings };
  await writeFile(join(userData, 'settings.json'), JSON.stringify(whole));
}

test('offers short names at the first copy; copies the plain command until they are on', async ({
  launch,
  simulator,
  home,
}) => {
  const config = join(home, '.ssh', 'config');
  const original = 'Host *\r\n  Compression yes';
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  await writeFile(config, original, { mode: 0o600 });
  const { control } = simulator;
  const { ip_address } = control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await app.panel();
  await submitKey(panel, simulator.baseUrl, simulator.credentials[0].apiKeys.read_write);
  await panel.getByRole('button', { name: 'No alert' }).click();
  const plain = `ssh ${ip_address}`;
  const row = vmRow(panel, 'train-1');
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await row.getByRole('button', { name: /^Copy SSH command/ }).click();
  await expect.poll(() => clipboard(app)).toBe(plain);
  await expect(panel.getByText('Shorter: ssh gpu-train-1')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await panel.getByRole('button', { name: 'Set up…' }).click();
  await panel.getByRole('button', { name: 'Set up short SSH names…' }).click();
  await expect(panel.getByText(config, { exact: true })).toBeVisible();
  expect(await readFile(config, 'utf8')).toBe(original);
  await panel.getByRole('button', { name: 'Add these lines' }).click();
  await expect(panel.getByText('Short names are on')).toBeVisible();
  const included = await readFile(config, 'utf8');
  expect(included).toMatch(/^# .*\r\nInclude .*\r\n/);
  expect(included.endsWith(original)).toBe(true);
  await app.clickMenu(['train-1', 'Copy SSH command']);
  await expect.poll(() => clipboard(app)).toMatch(BY_ALIAS);

  await panel.getByRole('button', { name: 'Turn off short SSH names' }).click();
  await expect(panel.getByText('Short names are off')).toBeVisible();
  expect(await readFile(config, 'utf8')).toBe(original);
  await app.clickMenu(['train-1', 'Copy SSH command']);
  await expect.poll(() => clipboard(app)).toBe(plain);
});

// macOS has only 127.0.0.1, and each VM of the simulator has its own address.
if (process.platform !== 'darwin') {
  test('notifies once when a started VM is ready for SSH', async ({
    launch,
    simulator,
    userData,
  }) => {
    await presetSettings(userData, { ssh: { user: null, port: SSH_PORT } });
    const { control } = simulator;
    const app = await launch();
    const panel = await signedInPanel(app, simulator);
    const { id } = control.createVm({ instance_label: 'train-1', status: 'creating' });
    await refresh(panel);
    await expect(vmRow(panel, 'train-1')).toContainText('creating');
    control.setVm(id, { status: 'running' });
    const address = control.vms().find((vm) => vm.id === id)?.ip_address;
    await refresh(panel);
    await expect(vmRow(panel, 'train-1')).toContainText('waiting for SSH');
    control.advance(60);
    await expect(vmRow(panel, 'train-1')).toContainText('ready');
    const once = ['You can log in to train-1'];
    await expect.poll(() => notificationTitles(app)).toEqual(once);
    await refreshed(app, panel);
    expect(await notificationTitles(app)).toEqual(once);
    // Short names are off: the plain command is shown, and a click copies it.
    const plain = `ssh -p ${SSH_PORT} ${address}`;
    const { body } = (await app.desktop()).notifications[0] ?? { body: '' };
    expect(body).toMatch(/^\$\d+\.\d\d\/h\. Click to copy: /);
    expect(body.endsWith(plain)).toBe(true);
    await app.clickNotification(0);
    await expect.poll(() => clipboard(app)).toBe(plain);
    await expect(panel.getByRole('heading', { name: 'train-1', level: 1 })).toBeVisible();
  });
}
