import { presetSettings } from '../../../scripts/demo/demo-data.ts';
import { expect, notificationTitles, refreshed, signedInPanel, test } from '../fixture/index.ts';

/** Below the ephemeral ports; a different one in each worker. */
const SSH_PORT = 20_000 + Math.floor(Math.random() * 10_000);

test.use({ service: { vms: 0, sshPort: SSH_PORT } });

// macOS has only 127.0.0.1, and each VM of the simulator has its own address.
if (process.platform !== 'darwin') {
  test('26 VMs that start at once are one notification', async ({
    launch,
    simulator,
    userData,
  }) => {
    await presetSettings(userData, { sshPort: SSH_PORT, limit: null, login: null });
    const { control } = simulator;
    const app = await launch();
    const panel = await signedInPanel(app, simulator);
    const ids = Array.from({ length: 26 }, (_, index) => {
      const label = `train-${String(index + 1).padStart(2, '0')}`;
      return control.createVm({ instance_label: label, status: 'creating' }).id;
    });
    await refreshed(app, panel);
    for (const id of ids) control.setVm(id, { status: 'running' });
    await refreshed(app, panel);
    // They answer on SSH then.
    control.advance(60);
    await expect(panel.getByRole('button', { name: /^Running · 26/ })).toBeVisible();

    await expect.poll(() => notificationTitles(app), { timeout: 60_000 }).toHaveLength(1);
    const [{ title = '', body = '' } = {}] = (await app.desktop()).notifications;
    expect(title).toMatch(/^26 VMs are ready to log in · \$\d+\.\d\d\/h$/);
    expect(body).toMatch(/^train-\d\d, train-\d\d, train-\d\d and 23 more$/);
    await app.clickNotification(0);
    await expect(panel.getByRole('heading', { name: /Spending now/ })).toBeVisible();
    await refreshed(app, panel);
    expect(await notificationTitles(app)).toHaveLength(1);
  });
}
