import { expect, refresh, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('the footer leads to each screen, and counts down to the retry of a failed poll', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const panel = await signedInPanel(await launch(), simulator);
  const tabs = panel.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const names = ['Alerts', 'Usage', 'Launch', 'Settings', 'VMs'];
  await expect(tabs.filter({ hasText: /^VMs$/ })).toHaveAttribute('aria-current', 'page');
  for (const name of names) {
    const tab = tabs.filter({ hasText: new RegExp(`^${name}$`) });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    const title = name === 'VMs' ? 'Spending now' : name;
    await expect(panel.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  const down = control.addFault({ path: '/', fault: { kind: 'drop-connection' } });
  await refresh(panel);
  const freshness = panel.locator('footer').getByRole('status');
  // At most 15 s, however often it failed.
  for (let polls = 0; polls < 3; polls += 1) {
    await refresh(panel);
    await expect(freshness).toHaveText(/^Retry in (1[0-5]|\d) s$/);
  }
  down.clear();
  await expect(freshness).toHaveText('Up to date', { timeout: 17_000 });
  await expect(vmRow(panel, 'train-1')).toBeVisible();
});
