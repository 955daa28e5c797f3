import {
  expect,
  menuLabels,
  refresh,
  saveProfile,
  signedInPanel,
  test,
  vmRow,
} from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('a VM is destroyed only under ⋯, last, once its name is typed', async ({
  launch,
  simulator,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  const vms = () => simulator.control.vms().map(({ status }) => status);
  await refresh(panel);
  await saveProfile(panel);
  await vmRow(panel, 'train-1').click({ button: 'right' });
  await expect(panel.getByRole('menuitem', { name: 'Stop…' })).toBeVisible();
  await expect(panel.getByRole('menuitem', { name: /Destroy/ })).toHaveCount(0);
  await panel.keyboard.press('Escape');
  await expect.poll(async () => (await menuLabels(app)).join()).toContain('Stop…');
  expect((await menuLabels(app)).join()).not.toContain('Destroy');

  await vmRow(panel, 'train-1').click();
  await expect(panel.getByRole('button', { name: 'Stop…' })).toBeVisible();
  await expect(panel.getByRole('button', { name: /Destroy/ })).toHaveCount(0);
  const chooseDestroy = async () => {
    await panel.getByRole('button', { name: 'Actions for train-1' }).click();
    await expect(panel.getByRole('menuitem').last()).toHaveText('Destroy…');
    await panel.getByRole('menuitem').last().click();
  };
  await chooseDestroy();
  const confirmation = panel.getByRole('alertdialog', { name: 'Destroy train-1?' });
  const name = confirmation.getByLabel('Type train-1 to confirm');
  await expect(name).toBeFocused();
  await panel.keyboard.press('Enter');
  await name.fill('train-2');
  await panel.keyboard.press('Enter');
  await expect(confirmation.getByRole('button', { name: 'Destroy' })).toBeDisabled();
  await expect(confirmation).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  expect(vms()).toEqual(['running']);

  await chooseDestroy();
  await name.fill('train-1');
  await panel.keyboard.press('Enter');
  await expect.poll(vms).not.toContain('running');
  await expect(confirmation).toHaveCount(0);
});
