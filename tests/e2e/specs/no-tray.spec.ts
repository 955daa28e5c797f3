import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

// Windows and macOS always have a tray.
if (process.platform === 'linux') {
  test.use({ service: { vms: 0 }, hasTray: false });

  const WORDS = 'This desktop shows no tray icons.';
  const ordinary = (app: RunningApp) =>
    expect.poll(() => app.windows().then((all) => all.map(({ isOrdinary }) => isOrdinary)));

  test('without a tray the panel is a window that comes by itself, says why, and can quit', async ({
    launch,
    simulator,
  }) => {
    simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
    const app = await launch();
    await ordinary(app).toEqual([true]);
    const panel = await signedInPanel(app, simulator);
    const attention = panel.getByRole('list', { name: 'What needs attention' });
    await expect(attention).toContainText(WORDS);
    await expect(attention).toContainText('AppIndicator');

    await app.closePanel();
    await ordinary(app).toEqual([]);
    await app.launchAgain();
    await ordinary(app).toEqual([true]);
    const again = await app.panel();
    await expect(vmRow(again, 'train-1')).toBeVisible();
    await expect(again.getByText(WORDS)).toBeVisible();

    await again.getByRole('button', { name: 'Settings' }).click();
    await again.getByRole('button', { name: 'Quit GPU Tray' }).click();
    await app.ended;

    // Signed in, with nothing to ask: and yet there is nothing else to see of it.
    const next = await launch();
    await ordinary(next).toEqual([true]);
  });

  test('a tray that comes and goes makes the next window fit', async ({ launch, trayHost }) => {
    const app = await launch();
    await ordinary(app).toEqual([true]);
    await trayHost?.appear();
    await app.closePanel();
    await app.launchAgain();
    await ordinary(app).toEqual([false]);
    await expect((await app.panel()).getByText(WORDS)).toBeHidden();
    await trayHost?.leave();
    await app.closePanel();
    await app.launchAgain();
    await ordinary(app).toEqual([true]);
    await expect((await app.panel()).getByText(WORDS)).toBeVisible();
  });

  test.describe('with a tray', () => {
    test.use({ hasTray: true });

    test('the panel belongs to it from the first', async ({ launch }) => {
      const app = await launch();
      await ordinary(app).toEqual([false]);
      await expect((await app.panel()).getByText(WORDS)).toBeHidden();
    });
  });
}
