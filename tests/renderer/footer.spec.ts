import { NOW } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

test('the footer leads to each screen, and marks the open one', async ({ page, panel }) => {
  const { accounts } = STATES.live;
  await panel.open({
    ...STATES.live,
    accounts: accounts.map((one) => ({ ...one, can: ['rent'] })),
  });
  const tabs = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await expect(tabs).toHaveText(['VMs', 'Alerts', 'Usage', 'Launch', 'Settings']);
  for (const name of ['Alerts', 'Usage', 'Launch', 'Settings', 'VMs']) {
    const tab = tabs.filter({ hasText: new RegExp(`^${name}$`) });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    const title = name === 'VMs' ? 'Spending now' : name;
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('the footer counts down to the retry of a failed poll, until data is up to date', async ({
  page,
  panel,
}) => {
  const freshness = page.locator('footer').getByRole('status');
  await panel.open({ ...STATES.stale, nextPolls: { a1: NOW + 15_000 } });
  await expect(freshness).toHaveText('Retry in 15 s');
  await panel.become(STATES.live);
  await expect(freshness).toHaveText('Up to date');
});
