import { readdir } from 'node:fs/promises';
import { expect, refresh, signedInPanel, test, vmRow } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const clipboard = async (app: RunningApp) => (await app.desktop()).clipboard;

test('copies the SSH command from the tray, the row, the details and the keyboard, without touching ~/.ssh', async ({
  launch,
  simulator,
  home,
}) => {
  const { control } = simulator;
  const addressOf = (label: string) => {
    const { ip_address } = control.createVm({ instance_label: label, status: 'running' });
    expect(ip_address).toMatch(/^127\./);
    return String(ip_address);
  };
  const first = addressOf('train-1');
  const second = addressOf('train-2');
  const third = addressOf('train-3');
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();

  await app.clickMenu(['train-1', 'Copy SSH command']);
  await expect.poll(() => clipboard(app)).toBe(`ssh ${first}`);

  const row = vmRow(panel, 'train-2');
  await row.getByRole('button', { name: /^Copy SSH command/ }).click();
  await expect(row.getByTitle('Copied')).toBeVisible();
  await expect.poll(() => clipboard(app)).toBe(`ssh ${second}`);

  await vmRow(panel, 'train-3')
    .getByRole('button', { name: /train-3/ })
    .first()
    .click();
  await panel.getByRole('button', { name: /Copy SSH command/ }).click();
  await expect.poll(() => clipboard(app)).toBe(`ssh ${third}`);
  await panel.getByRole('button', { name: /^Actions for/ }).click();
  await panel.getByRole('menuitem', { name: 'Copy IP' }).click();
  await expect.poll(() => clipboard(app)).toBe(third);
  await panel.keyboard.press('Escape');

  await panel.keyboard.press('/');
  await expect(panel.getByRole('searchbox', { name: 'Filter VMs' })).toBeFocused();
  await panel.keyboard.press('ArrowDown');
  await panel.keyboard.press('Control+c');
  await expect.poll(() => clipboard(app)).toMatch(/^ssh 127\.[\d.]+$/);
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('list', { name: 'VMs' })).toBeVisible();
  await panel.keyboard.press(',');
  await expect(panel.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await panel.keyboard.press('Escape');

  // An address that is not an IP address is offered nowhere.
  const { id } = control.createVm({ instance_label: 'evil', status: 'running' });
  control.setVm(id, { ip_address: '-oProxyCommand=touch$IFS/tmp/owned' });
  await refresh(panel);
  const evil = vmRow(panel, 'evil');
  await expect(evil).toContainText('no usable address', { ignoreCase: true });
  await expect(evil.getByRole('button', { name: /^Copy SSH command/ })).toHaveCount(0);
  await evil.getByRole('button', { name: /evil/ }).first().click();
  await expect(panel.getByRole('region', { name: 'SSH' })).toBeVisible();
  await expect(panel.getByRole('button', { name: /Copy SSH command/ })).toHaveCount(0);
  const before = await clipboard(app);
  await expect(app.clickMenu(['evil', 'Copy SSH command'])).rejects.toThrow(
    'no “Copy SSH command”',
  );
  expect(await clipboard(app)).toBe(before);

  await app.quit();
  expect(await readdir(home)).not.toContain('.ssh');
});
