import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, refresh, signedInPanel, submitKey, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

/** The content of every file below a folder. */
async function textIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

test('shows two accounts together', async ({ launch, simulator }) => {
  const [first, second] = simulator.credentials;
  if (second === undefined) throw new Error('the simulator has two accounts');
  simulator.control.createVm({ instance_label: 'mine', status: 'running' });
  simulator.control.createVm({ email: second.email, instance_label: 'ours', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'mine')).toBeVisible();

  await panel.getByRole('button', { name: 'Account', exact: true }).click();
  await panel.getByRole('button', { name: 'Add an account' }).click();
  await submitKey(panel, simulator.baseUrl, second.apiKeys.read_only);
  await expect(vmRow(panel, 'mine')).toBeVisible();
  await expect(vmRow(panel, 'ours')).toBeVisible();
  await expect(panel.getByRole('button', { name: /Accounts · 2/ })).toBeVisible();
  expect(first.email).not.toBe(second.email);
});

test('signing out removes the credential and all data but the service URL', async ({
  launch,
  simulator,
  userData,
  keyring,
}) => {
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  if (keyring !== null) expect(await keyring.items({ service: 'GPU Tray' })).toHaveLength(1);

  await panel.getByRole('button', { name: 'Account', exact: true }).click();
  await panel.getByRole('button', { name: 'Sign out…' }).click();
  const dialog = panel.getByRole('dialog');
  await expect(dialog).toContainText('Sign out of');
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'GPU Tray' })).toBeVisible();
  await expect.poll(async () => (await app.desktop()).tray?.tooltip).toContain('Not signed in');

  if (keyring !== null) expect(await keyring.items({ service: 'GPU Tray' })).toEqual([]);
  await app.quit();
  const left = await textIn(userData);
  for (const trace of ['train-1', simulator.credentials[0].apiKeys.read_write])
    expect(left).not.toContain(trace);
  const again = await launch();
  const welcome = await again.panel();
  await expect(welcome.getByLabel('Service URL')).toHaveValue('');
  const offered = await welcome.evaluate('document.querySelector("datalist option").value');
  expect(offered).toBe(simulator.baseUrl);
});

// Tests can lock a keychain only on Linux.
if (process.platform === 'linux') {
  test('a keychain locked at start does not sign out', async ({ launch, simulator, keyring }) => {
    simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
    const app = await launch();
    const panel = await signedInPanel(app, simulator);
    await expect(vmRow(panel, 'train-1')).toBeVisible();
    await app.quit();
    await keyring?.restart('locked');

    const again = await launch();
    const locked = await again.panel();
    const attention = locked.getByRole('list', { name: 'What needs attention' });
    await expect(attention).toContainText('Your keychain is locked');
    await expect(locked.getByLabel('Service URL')).toBeHidden();

    await keyring?.unlock();
    await expect(async () => {
      await refresh(locked);
      await expect(vmRow(locked, 'train-1')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(attention).toBeHidden();
  });
}
