import { readdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Simulator } from '../../../simulator/index.ts';
import {
  expect,
  menuLabels,
  notificationTitles,
  refresh,
  signedInPanel,
  test,
  tooltip,
  vmNews,
  vmRow,
} from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const clipboard = async (app: RunningApp) => (await app.desktop()).clipboard;

/** Copies the SSH command from the tray, the row, the details and the keyboard. */
async function copies(app: RunningApp, panel: Page, control: Simulator['control']): Promise<void> {
  const addressOf = (label: string) => {
    const { ip_address } = control.createVm({ instance_label: label, status: 'running' });
    expect(ip_address).toMatch(/^127\./);
    return String(ip_address);
  };
  const first = addressOf('copy-1');
  const second = addressOf('copy-2');
  const third = addressOf('copy-3');
  await refresh(panel);
  await expect(vmRow(panel, 'copy-1')).toBeVisible();

  await app.clickMenu(['copy-1', 'Copy SSH command']);
  await expect.poll(() => clipboard(app)).toBe(`ssh ${first}`);

  const row = vmRow(panel, 'copy-2');
  await row.getByRole('button', { name: /^Copy SSH command/ }).click();
  await expect(row.getByTitle('Copied')).toBeVisible();
  await expect.poll(() => clipboard(app)).toBe(`ssh ${second}`);

  await vmRow(panel, 'copy-3')
    .getByRole('button', { name: /copy-3/ })
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
  const { id } = control.createVm({ instance_label: 'odd-one', status: 'running' });
  control.setVm(id, { ip_address: '-oProxyCommand=touch$IFS/tmp/owned' });
  await refresh(panel);
  const odd = vmRow(panel, 'odd-one');
  await expect(odd).toContainText('no usable address', { ignoreCase: true });
  await expect(odd.getByRole('button', { name: /^Copy SSH command/ })).toHaveCount(0);
  await odd
    .getByRole('button', { name: /odd-one/ })
    .first()
    .click();
  await expect(panel.getByRole('region', { name: 'SSH' })).toBeVisible();
  await expect(panel.getByRole('button', { name: /Copy SSH command/ })).toHaveCount(0);
  const before = await clipboard(app);
  await expect(app.clickMenu(['odd-one', 'Copy SSH command'])).rejects.toThrow(
    'no “Copy SSH command”',
  );
  expect(await clipboard(app)).toBe(before);
}

test('notification, tray and panel follow a VM from creation to interruption, and copy SSH commands without touching ~/.ssh', async ({
  launch,
  simulator,
  home,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(panel.getByText('No VMs.')).toBeVisible();

  const { id } = simulator.control.createVm({ instance_label: 'train-1', status: 'creating' });
  await refresh(panel);
  await expect(vmRow(panel, 'train-1')).toContainText('creating');
  await expect(panel.getByRole('button', { name: /^Running · 0/ })).toBeVisible();
  await expect
    .poll(() => menuLabels(app))
    .toContainEqual(expect.stringMatching(/^train-1.*creating/));

  simulator.control.setVm(id, { status: 'running' });
  await refresh(panel);
  await expect(panel.getByRole('button', { name: /^Running · 1/ })).toBeVisible();
  await expect.poll(() => tooltip(app)).toContain('1 running');

  simulator.control.setVm(id, { status: 'interrupted' });
  await refresh(panel);
  await expect(vmRow(panel, 'train-1')).toContainText('interrupted');
  await expect(panel.getByRole('button', { name: /^Off · 1/ })).toBeVisible();
  await expect.poll(() => vmNews(app)).toEqual(['train-1 was interrupted']);
  await expect.poll(() => tooltip(app)).toContain('0 running');

  const titles = await notificationTitles(app);
  await app.clickNotification(titles.indexOf('train-1 was interrupted'));
  await expect(panel.getByRole('heading', { name: 'train-1', level: 1 })).toBeVisible();
  await panel.keyboard.press('Escape');

  // A hostile name is shown as text.
  const name = '<img src=x onerror="document.title=\'broken\'">';
  simulator.control.createVm({ instance_label: `${name}\u202eevil`, status: 'running' });
  await refresh(panel);
  await expect(vmRow(panel, name)).toBeVisible();
  expect(await panel.title()).not.toBe('broken');
  const labels = async () => (await menuLabels(app)).join('');
  await expect.poll(labels).toContain('<img src=x');
  expect(await labels()).not.toContain('\u202e');

  await copies(app, panel, simulator.control);
  await app.quit();
  expect(await readdir(home)).not.toContain('.ssh');
});
