import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  expect,
  openAccounts,
  refresh,
  signedInPanel,
  submitKey,
  test,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

/** The content of every file below a folder. */
async function textIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

test('two accounts show together, survive a locked keychain, and leave nothing', async ({
  launch,
  simulator,
  userData,
  keyring,
}) => {
  const [first, second] = simulator.credentials;
  if (second === undefined) throw new Error('the simulator has two accounts');
  const { id } = simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  simulator.control.createVm({ email: second.email, instance_label: 'train-2', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  await openAccounts(panel);
  await panel.getByRole('button', { name: 'Add an account' }).click();
  await submitKey(panel, simulator.baseUrl, second.apiKeys.read_only);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
  await expect(vmRow(panel, 'train-2')).toBeVisible();
  if (keyring !== null) expect(await keyring.items({ service: 'GPU Tray' })).toHaveLength(2);
  await app.quit();

  // Tests can lock a keychain only on Linux.
  await keyring?.restart('locked');
  const again = await launch();
  const reopened = await again.panel();
  if (keyring !== null) {
    const attention = reopened.getByRole('list', { name: 'What needs attention' });
    await expect(attention).toContainText('Your keychain is locked');
    await expect(reopened.getByLabel('Service URL')).toBeHidden();
    await keyring.unlock();
    await expect(async () => {
      await refresh(reopened);
      await expect(vmRow(reopened, 'train-1')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // A message under the pointer stays, and on a busy machine Refresh is clicked where the message is shown later.
    await reopened.mouse.move(0, 0);
    await expect(attention).toBeHidden();
  }

  // The history has its name.
  simulator.control.setVm(id, { status: 'interrupted' });
  await refresh(reopened);
  await reopened.getByRole('button', { name: /^Off · 1/ }).click();
  await expect(vmRow(reopened, 'train-1')).toContainText('interrupted');

  await openAccounts(reopened);
  const signOut = reopened.getByRole('button', { name: 'Sign out…' });
  const dialog = reopened.getByRole('alertdialog');
  const closed = reopened.getByRole('button', { expanded: false });
  for (const left of [1, 0]) {
    if (left > 0) await closed.first().click();
    await signOut.click();
    await expect(dialog).toContainText('Sign out of');
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(reopened.getByRole('heading', { name: 'GPU Tray' })).toBeVisible();
  await expect.poll(async () => (await again.desktop()).tray?.tooltip).toContain('Not signed in');

  if (keyring !== null) expect(await keyring.items({ service: 'GPU Tray' })).toEqual([]);
  await again.quit();
  const files = await textIn(userData);
  const { read_write } = first.apiKeys;
  const traces = ['train-1', 'train-2', read_write, second.apiKeys.read_only, simulator.baseUrl];
  for (const trace of traces) expect(files).not.toContain(trace);
});
