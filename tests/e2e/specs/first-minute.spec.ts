import { demoLimit, PLACES, playStory, SPEED, startPlace } from '../../../scripts/demo/story.ts';
import { createVirtualClock } from '../../../src/core/testing/virtual-clock.ts';
import {
  expect,
  notificationTitles,
  refreshed,
  signedInPanel,
  test,
  vmRow,
} from '../fixture/index.ts';

/** The demo's service. */
const demo = test.extend({
  async simulator({ browserName: _ }, use) {
    const simulator = await startPlace(PLACES[0]);
    await use(simulator);
    await simulator.close();
  },
});

demo(
  'the demo opens on rate and running VMs, without an alert for 20 s',
  async ({ launch, simulator }) => {
    const app = await launch();
    const panel = await signedInPanel(app, simulator, demoLimit([simulator]));
    const clock = createVirtualClock();
    playStory(simulator, clock);
    /** Of the story and its VMs; then more polls than an alert takes to confirm. */
    async function pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1_000);
      simulator.control.advance(seconds * SPEED);
      for (const _ of [1, 2, 3, 4]) await refreshed(app, panel);
    }
    await expect(panel.getByRole('heading', { name: /Spending now.*\/h/ })).toBeVisible();
    // It has run for days, like most of them.
    await expect(vmRow(panel, 'scratch')).toBeInViewport();
    await pass(19);
    await expect(panel.getByRole('list', { name: 'What needs attention' })).toBeHidden();
    expect(await notificationTitles(app)).toEqual([]);

    await pass(2);
    await expect(vmRow(panel, 'fine-tune-7b')).toBeVisible();
    const titles = () => notificationTitles(app);
    await expect.poll(titles).toContain('Hourly rate above your limit');
    await panel.getByRole('link', { name: /^Alerts/ }).click();
    await panel.getByText('Rules', { exact: true }).click();
    const rule = panel.getByRole('switch', { name: 'Running longer than' });
    await expect(rule).not.toBeChecked();
    await rule.click();
    const alerts = async () =>
      (await titles()).filter((title) => title.startsWith('Running longer'));
    await expect.poll(alerts).toHaveLength(1);
    expect((await alerts())[0]).toMatch(/^Running longer than 24 h: .*scratch/);
  },
);
