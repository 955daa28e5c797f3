import { demoLimit, playStory, startFleet } from '../../../scripts/demo/story.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { expect, notificationTitles, signedInPanel, test, vmRow } from '../fixture/index.ts';

/** The demo's service. */
const demo = test.extend({
  async simulator({ browserName: _ }, use) {
    const simulator = await startFleet();
    await use(simulator);
    await simulator.close();
  },
});

demo(
  'the demo opens on rate and running VMs, without an alert for 20 s',
  async ({ launch, simulator }) => {
    const app = await launch();
    const panel = await signedInPanel(app, simulator, demoLimit([simulator]));
    const cancelStory = playStory(simulator, systemClock);
    await expect(panel.getByRole('heading', { name: /Spending now.*\/h/ })).toBeVisible();
    // It has run for days, like most of them.
    await expect(vmRow(panel, 'scratch')).toBeInViewport();
    const launched = () =>
      simulator.control.vms().some((vm) => vm.instance_label === 'fine-tune-7b');
    await expect.poll(launched, { timeout: 30_000 }).toBe(true);
    await expect(panel.getByRole('list', { name: 'What needs attention' })).toBeHidden();
    expect(await notificationTitles(app)).toEqual([]);

    const titles = () => notificationTitles(app);
    await expect.poll(titles, { timeout: 60_000 }).toContain('Hourly rate above your limit');
    cancelStory();
    await panel.getByRole('link', { name: /^Alerts/ }).click();
    await panel.getByText('Rules', { exact: true }).click();
    const rule = panel.getByRole('switch', { name: 'A VM runs for more than' });
    await expect(rule).not.toBeChecked();
    await rule.click();
    const alerts = async () => (await titles()).filter((title) => title.startsWith('Running for'));
    await expect.poll(alerts).toHaveLength(1);
    expect((await alerts())[0]).toMatch(/^Running for more than 24 h: scratch, /);
  },
);
