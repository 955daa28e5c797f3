import { expect, signedInPanel, test } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a filter starts at the top of the list; clearing it restores the place', async ({
  launch,
  simulator,
}) => {
  for (let index = 10; index < 40; index += 1)
    simulator.control.createVm({ instance_label: `job-${index}`, status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  const list = panel.getByRole('list', { name: 'VMs' });
  await list.waitFor();
  const scrollTop = () => list.evaluate((element) => element.parentElement?.scrollTop);
  await list.evaluate((element) => element.parentElement?.scrollTo({ top: 900 }));
  await expect.poll(scrollTop).toBe(900);
  // The list notes its place with the scroll event, which comes with the next frame.
  await list.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const first = panel.locator('[data-vm]').first();

  await panel.keyboard.type('job-1');
  await expect(panel.getByLabel('Filter VMs')).toHaveValue('job-1');
  await expect.poll(scrollTop).toBe(0);
  await expect(first).toBeInViewport({ ratio: 1 });

  await panel.keyboard.press('Escape');
  await expect(panel.getByLabel('Filter VMs')).toHaveValue('');
  await expect.poll(scrollTop).toBe(900);
});
