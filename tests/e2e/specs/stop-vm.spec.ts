import type { Page } from '@playwright/test';
import type { Simulator } from '../../../simulator/index.ts';
import {
  closeAccounts,
  expect,
  menuLabels,
  openAccounts,
  refresh,
  saveProfile,
  signedInPanel,
  test,
  vmNews,
  vmRow,
} from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

/** A VM is destroyed only under ⋯, last, once its name is typed. */
async function destroys(app: RunningApp, panel: Page, control: Simulator['control']) {
  const { id } = control.createVm({ instance_label: 'eval-1', status: 'running' });
  const status = () => control.vms().find((vm) => vm.id === id)?.status;
  await refresh(panel);
  await vmRow(panel, 'eval-1').click({ button: 'right' });
  await expect(panel.getByRole('menuitem', { name: 'Stop…' })).toBeVisible();
  await expect(panel.getByRole('menuitem', { name: /Destroy/ })).toHaveCount(0);
  await panel.keyboard.press('Escape');
  await expect.poll(async () => (await menuLabels(app)).join()).toContain('Stop…');
  expect((await menuLabels(app)).join()).not.toContain('Destroy');

  await vmRow(panel, 'eval-1').click();
  await expect(panel.getByRole('button', { name: 'Stop…' })).toBeVisible();
  await expect(panel.getByRole('button', { name: /Destroy/ })).toHaveCount(0);
  const chooseDestroy = async () => {
    await panel.getByRole('button', { name: 'Actions for eval-1' }).click();
    await expect(panel.getByRole('menuitem').last()).toHaveText('Destroy…');
    await panel.getByRole('menuitem').last().click();
  };
  await chooseDestroy();
  const confirmation = panel.getByRole('alertdialog', { name: 'Destroy eval-1?' });
  const name = confirmation.getByLabel('Type eval-1 to confirm');
  await expect(name).toBeFocused();
  await panel.keyboard.press('Enter');
  await name.fill('eval-2');
  await panel.keyboard.press('Enter');
  await expect(confirmation.getByRole('button', { name: 'Destroy' })).toBeDisabled();
  await expect(confirmation).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  expect(status()).toBe('running');

  await chooseDestroy();
  await name.fill('eval-1');
  await panel.keyboard.press('Enter');
  await expect.poll(status).not.toBe('running');
  await expect(confirmation).toHaveCount(0);
}

test('a VM is stopped and destroyed from the panel once a service profile says how, after a confirmation, and a refusal is shown', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  simulator.control.createVm({
    ...{ instance_label: 'train-1', status: 'running', rental_type: 'interruptible' },
  });
  await refresh(panel);
  await vmRow(panel, 'train-1').click();
  await expect(panel.getByRole('heading', { name: 'train-1', level: 1 })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Stop…' })).toHaveCount(0);

  await panel.keyboard.press('Escape');
  await openAccounts(panel);
  await panel.getByText('Advanced').click();
  const json = panel.locator('[name=serviceProfile]');
  await json.fill('{"operations":{"stop":{"method":"PUT","path":"/../{vm_id}"}}}');
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await expect(panel.getByText(/^operations\.stop\.path must be a path below/)).toBeVisible();
  await expect(panel.getByText('Service profile · not set')).toBeVisible();
  await closeAccounts(panel);
  await saveProfile(panel);

  await vmRow(panel, 'train-1').click();
  await panel.getByRole('button', { name: 'Stop…' }).click();
  const confirmation = panel.getByRole('alertdialog', { name: 'Stop train-1?' });
  await expect(confirmation).toContainText('you may not get this GPU back');
  await panel.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  expect(simulator.control.vms()[0]?.status).toBe('running');

  await panel.getByRole('button', { name: 'Stop…' }).click();
  await confirmation.getByRole('button', { name: 'Stop now' }).click();
  await expect(panel.getByText('Stopping…')).toBeVisible();
  await expect.poll(() => simulator.control.vms()[0]?.status).toBe('stopping');
  simulator.control.advance(60);
  await expect(panel.getByRole('button', { name: 'Start…' })).toBeVisible();
  await expect.poll(async () => (await menuLabels(app)).join()).not.toContain('train-1');

  // A refused stop is shown beside its button, or in the list after the details were left.
  await panel.keyboard.press('Escape');
  simulator.control.createVm({ instance_label: 'train-2', status: 'running' });
  await refresh(panel);
  const held: (() => void)[] = [];
  const fault = { kind: 'status', status: 422, detail: 'VM is locked' } as const;
  simulator.control.addFault(
    { method: 'PUT', path: '/machines', fault },
    () => new Promise((resolve) => void held.push(resolve)),
  );
  const refusal = panel.getByText('VM is locked');
  const stop = async () => {
    await panel.getByRole('button', { name: 'Stop…' }).click();
    await panel.getByRole('button', { name: 'Stop now' }).click();
    await expect.poll(() => held.length).toBe(1);
  };
  const refuse = () => held.pop()?.();
  await vmRow(panel, 'train-2').click();
  await stop();
  refuse();
  await expect(refusal).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(vmRow(panel, 'train-2')).toBeVisible();
  await expect(refusal).toBeHidden();
  expect(await vmNews(app)).toEqual([]);

  await vmRow(panel, 'train-2').click();
  await stop();
  await panel.keyboard.press('Escape');
  await vmRow(panel, 'train-2').click();
  await expect(panel.getByText('Stopping…')).toBeVisible();
  refuse();
  await expect.poll(() => vmNews(app)).toEqual(['train-2 has not stopped']);
  await panel.keyboard.press('Escape');
  await expect(refusal).toBeVisible();
  await destroys(app, panel, simulator.control);
});
