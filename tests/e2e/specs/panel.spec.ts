import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a crashed panel says so and reloads, and a closed one opens on the same screen', async ({
  launch,
  simulator,
  userData,
}) => {
  // A hidden window of Wayland is never drawn, so waiting for that would show no panel.
  const app = await launch({ desktop: { like: 'wayland', scale: 1.25, screens: 2 } });
  const panel = await signedInPanel(app, simulator);
  await expect(panel.getByText('No VMs. Launch one from $')).toBeVisible();
  // From now on, formatting any amount fails in this document.
  await panel.evaluate(
    `Number.prototype.toFixed = () => { throw new Error('broken for a test'); }`,
  );
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  // By its key: a poll may have crashed it before, and then there is no button.
  await panel.keyboard.press('Control+r');
  await expect(panel.getByRole('heading', { name: 'The panel crashed' })).toBeVisible();
  const log = () => readFile(join(userData, 'logs', 'main.log'), 'utf8');
  await expect
    .poll(log)
    .toMatch(/ error panel\.internal_error \{"error":"Error","at":".+:\d+:\d+"\}\n/);
  expect(await log()).not.toContain('broken for a test');
  await panel.getByRole('button', { name: 'Reload' }).click();
  await expect(panel.getByRole('heading', { name: /Spending now/ })).toContainText('$');
  await expect(panel.getByRole('list', { name: 'VMs' })).toContainText('train-1');

  await vmRow(panel, 'train-1').getByText('train-1').click();
  await expect(panel.getByRole('heading', { name: 'train-1' })).toBeVisible();
  const kept = async () =>
    (await app.traffic()).findLast(
      ({ channel, direction }) => channel === 'request:keepScreen' && direction === 'toMain',
    )?.content;
  await expect.poll(kept).toContain('"vm"');

  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  const again = await app.panel();
  await expect(again.getByRole('heading', { name: 'train-1' })).toBeVisible();

  // The screen that the tray opens takes precedence.
  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  await app.clickMenu(['Settings…']);
  await expect((await app.panel()).getByRole('heading', { name: 'Settings' })).toBeVisible();
});
