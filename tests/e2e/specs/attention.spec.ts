import type { Page } from '@playwright/test';
import { expect, refresh, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

const names = (panel: Page) =>
  panel
    .locator('li[data-vm]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.querySelector('.vm-row-name')?.textContent ?? ''),
    );

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('while VMs run, two rows need attention, the others are a click away and old failures at the end', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const create = (instance_label: string, status: 'interrupted' | 'failed', hours: number) => {
    const { id } = control.createVm({ instance_label });
    control.setVm(id, { status, started_at: null, stopped_at: hoursAgo(hours) });
  };
  for (const name of ['spot-1', 'spot-2', 'spot-3', 'spot-4']) create(name, 'interrupted', 1);
  create('crash', 'failed', 30);
  const { id } = control.createVm({ instance_label: 'train', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train')).toBeInViewport({ ratio: 1 });
  const shown = await names(panel);
  expect(shown.slice(0, 2).every((name) => name.startsWith('spot-'))).toBe(true);
  expect(shown.slice(2)).toEqual(['train', 'crash']);
  for (const row of [vmRow(panel, 'crash'), vmRow(panel, shown[0] ?? '')])
    expect((await row.boundingBox())?.height).toBe(32);
  await panel.getByRole('button', { name: '2 more' }).click();
  await expect.poll(async () => (await names(panel)).length).toBe(6);
  await panel.getByRole('button', { name: 'Show fewer' }).click();
  await expect.poll(async () => (await names(panel)).length).toBe(4);

  // Nothing runs any more: nothing is hidden.
  control.setVm(id, { status: 'stopped' });
  await panel.mouse.move(200, 20);
  await refresh(panel);
  await expect.poll(async () => (await names(panel)).length).toBe(6);
  await expect(panel.getByRole('button', { name: /more$/ })).toHaveCount(0);
});
