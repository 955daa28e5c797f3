import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

// Windows and macOS always have a tray.
if (process.platform === 'linux') {
  test.use({ service: { vms: 0 }, hasTray: false });

  const NO_TRAY = 'This desktop shows no tray icons.';
  const ordinary = (app: RunningApp) =>
    expect.poll(() => app.windows().then((all) => all.map(({ isOrdinary }) => isOrdinary)));

  test('without a tray the panel opens as a normal window, explains why, and can quit', async ({
    launch,
    simulator,
    trayHost,
  }) => {
    simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
    const app = await launch();
    await ordinary(app).toEqual([true]);
    const panel = await signedInPanel(app, simulator);
    const attention = panel.getByRole('list', { name: 'What needs attention' });
    await expect(attention).toContainText(NO_TRAY);
    await expect(attention).toContainText('AppIndicator');

    await app.closePanel();
    await ordinary(app).toEqual([]);
    await app.launchAgain();
    await ordinary(app).toEqual([true]);
    const again = await app.panel();
    await expect(vmRow(again, 'train-1')).toBeVisible();
    await expect(again.getByText(NO_TRAY)).toBeVisible();

    await again.getByRole('link', { name: 'Settings' }).click();
    await again.getByRole('button', { name: 'Quit GPU Tray' }).click();
    await expect
      .poll(async () => (await app.desktop()).questions.map(({ buttons }) => buttons))
      .toEqual([['Keep running', 'Quit']]);
    await app.answerQuestion('Quit');
    await app.ended;

    // Signed in, too: nothing else would be visible.
    const next = await launch();
    await ordinary(next).toEqual([true]);

    // A tray that comes or goes changes the next window.
    await trayHost?.appear();
    await next.launchAgain();
    await expect((await next.panel()).getByText(NO_TRAY)).toBeHidden();
    await expect.poll(() => trayHost?.items()).toHaveLength(1);
    await next.closePanel();
    await next.launchAgain();
    await ordinary(next).toEqual([false]);
    await expect((await next.panel()).getByText(NO_TRAY)).toBeHidden();
    await trayHost?.leave();
    await next.closePanel();
    await next.launchAgain();
    await ordinary(next).toEqual([true]);
    await expect((await next.panel()).getByText(NO_TRAY)).toBeVisible();
  });
}
