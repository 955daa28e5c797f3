import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, refresh, saveProfile, signedInPanel, test, vmRow } from '../fixture/index.ts';

/** Below the ephemeral ports; a different one in each worker. */
const SSH_PORT = 30_000 + Math.floor(Math.random() * 2_000);

test.use({ service: { vms: 0, sshPort: SSH_PORT } });

// macOS has only 127.0.0.1, and each VM of the simulator has its own address.
if (process.platform !== 'darwin') {
  test('from an offer to the bill: a VM is launched, its answer lost, followed, logged in to, given an auto-stop and stopped', async ({
    launch,
    simulator,
    userData,
  }) => {
    const settings = { version: 1, accounts: [], ssh: { user: null, port: SSH_PORT } };
    await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
    const { control } = simulator;
    const app = await launch();
    const panel = await signedInPanel(app, simulator);

    // The click on the tray.
    let clicks = 1;
    const click = async (control: Locator) => {
      clicks += 1;
      await control.click();
    };
    const openLaunch = panel.getByRole('navigation').getByRole('link', { name: 'Launch' });
    await click(openLaunch);
    await click(panel.getByRole('button', { name: /^Launch… 1 × RTX 5090/ }).first());
    const detail = 'storage_gb: is too large';
    const fault = { kind: 'status', status: 422, detail } as const;
    control.addFault({ method: 'POST', path: '/vms', times: 1, fault });
    const order = panel.getByRole('button', { name: 'Launch for $0.69/h' });
    await click(order);
    expect(clicks).toBeLessThanOrEqual(8);
    await expect(panel.getByText(/too large/)).toBeVisible();
    expect(control.vms()).toEqual([]);

    control.addFault({ method: 'POST', path: '/vms', fault: { kind: 'cut-body' } });
    await order.click();
    await expect(panel.getByText('The response was lost, but the VM was created.')).toBeVisible();
    const [vm, ...others] = control.vms();
    expect(others).toEqual([]);
    await expect(panel.getByText('Creating…')).toBeVisible();
    await expect(panel.getByText('You can close this panel.')).toBeVisible();

    control.setVm(vm?.id ?? '', { status: 'running' });
    control.advance(120);
    await panel.keyboard.press('Escape');
    await refresh(panel);
    await expect(vmRow(panel, `vm-${vm?.vmid}`)).toContainText('ready');
    await openLaunch.click();
    await expect(panel.getByText('Ready to log in')).toBeVisible();
    await panel.getByRole('button', { name: /ssh -p/ }).click();
    const plain = `ssh -p ${SSH_PORT} ${control.vms()[0]?.ip_address}`;
    await expect.poll(async () => (await app.desktop()).clipboard).toBe(plain);
    await panel.keyboard.press('Escape');

    await saveProfile(panel);
    const row = vmRow(panel, `vm-${vm?.vmid}`);
    await row.click();
    await panel.getByRole('button', { name: 'Stop…' }).click();
    await panel.getByText('idle 1 h').click();
    await panel.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(panel.getByText('Stops once idle for 1 h')).toBeVisible();
    await panel.keyboard.press('Escape');
    await expect(row).toContainText('until idle 1 h');

    await row.click();
    await panel.getByRole('button', { name: 'Stop…' }).click();
    await panel.getByRole('button', { name: 'Stop now' }).click();
    await expect.poll(() => control.vms()[0]?.status).toBe('stopping');
    control.advance(60);
    await expect(panel.getByRole('button', { name: 'Start…' })).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Auto-stop' })).toHaveCount(0);
    await panel.keyboard.press('Escape');

    await panel
      .getByRole('button', { name: /Show usage/ })
      .first()
      .click();
    const name = new RegExp(`${vm?.vmid}|${vm?.instance_label}`);
    await expect(panel.getByRole('row', { name })).toBeVisible();
  });
}
