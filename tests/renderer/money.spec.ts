import type { Page } from '@playwright/test';
import type { Vm } from '../../src/shared/domain/vm.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { HOUR, makeVm } from './make-vm.ts';
import { snapshotOf, stateOf } from './one-account.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const moneyOf = (page: Page, name: string) => row(page, name).locator('[data-money]');
const withVms = (vms: readonly Vm[]): AppState => stateOf({ snapshots: { a1: snapshotOf(vms) } });

test('shows what is billed for a stopped VM, not its price when running', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await page.getByRole('button', { name: /^Off ·/ }).click();
  await expect(moneyOf(page, 'train-llama')).toHaveText('$1.10/h');
  await expect(moneyOf(page, 'old-run')).toHaveText('$0.02/h');
  await expect(row(page, 'old-run')).toContainText('stopped');
  // Not listed by the service: unknown, not free.
  await expect(moneyOf(page, 'vm-106')).toHaveText('—');
});

test('aligns the columns for every amount', async ({ page, panel }) => {
  const rates = [123.45, 99.99, 1.1, 9_999.99, 99_999.99, 123_456_789, 0.000_042, null];
  const vms = rates.map((perHour, index) =>
    makeVm(index, { label: `job-${index}`, perHour, age: 400 * 24 * HOUR }),
  );
  await panel.open(withVms(vms));
  await page.getByText('job-3', { exact: true }).waitFor();
  const edges = await page.locator('li[data-vm]').evaluateAll((list) =>
    list.map((item) => {
      const box = (selector: string) => item.querySelector(selector)?.getBoundingClientRect();
      const [name, money] = [box('.vm-row-name'), box('[data-money]')];
      return { name: name?.right ?? 0, money: money?.right ?? 0, from: money?.left ?? 0 };
    }),
  );
  expect(edges).toHaveLength(rates.length);
  // A longer amount leaves less room for its name.
  expect(edges.at(-3)?.name).toBe(edges.at(-1)?.name);
  expect(new Set(edges.map(({ money }) => Math.round(money))).size).toBe(1);
  for (const { name, from } of edges) expect(from).toBeGreaterThanOrEqual(name);
  await expect(moneyOf(page, 'job-4')).toHaveText('$100,000/h');
  await expect(moneyOf(page, 'job-4')).toHaveAttribute('title', '$99,999.99');
  await expect(moneyOf(page, 'job-3')).toHaveText('$10,000/h');
});

test('hides amounts as dots; unknown ones stay unknown', async ({ page, panel }) => {
  await panel.open(STATES.hidden);
  await page.getByRole('button', { name: /^Off ·/ }).click();
  await expect(moneyOf(page, 'train-llama')).toHaveText('••••/h');
  await expect(moneyOf(page, 'vm-106')).toHaveText('—');
});

test('marks the cost of today as a minimum while the bill is late', async ({ page, panel }) => {
  const { costs, ...live } = STATES.live;
  const today = { ...costs.today, known: 3.2, perHour: 0, isAtLeast: true };
  await panel.open({ ...live, costs: { ...costs, today } });
  await expect(page.getByTitle(/Some costs aren’t reported yet\. Show usage/)).toContainText(
    '≥ $3.20',
  );
});

test('the cost of the month says forecast and balance on hover, unless amounts are hidden', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.everyRule);
  await page.getByText('November').hover();
  const outlook = page.getByTitle(/^Billed so far, .* Forecast \$[\d,.]+\. .*Balance \$9\.00/);
  await expect(outlook).toBeVisible();
  await panel.open(STATES.hidden);
  await page.getByText('November').hover();
  await expect(page.getByTitle(/^Billed/)).toHaveCount(2);
  await expect(page.getByTitle(/Forecast/)).toHaveCount(0);
});

test('says that costs are measured where no provider reports them', async ({ page, panel }) => {
  const { accounts, costs, ...live } = STATES.live;
  const measured = { ...costs.today, isAtLeast: true };
  await panel.open({
    ...live,
    accounts: accounts.map((own) => ({ ...own, can: [] })),
    costs: { today: measured, month: measured },
  });
  for (const label of ['Today', 'November']) {
    await page.getByText(label).hover();
    const note = /^Some costs aren’t reported yet.*Includes .* only while GPU Tray was running/;
    await expect(page.getByTitle(note).last()).toBeVisible();
  }
  await expect(page.locator('header dd').first()).toContainText('≥ $');
});

async function details(page: Page, panel: PanelUnderTest, state: AppState, name: string) {
  const vmId = state.snapshots['a1']?.vms.value?.vms.find((vm) => vm.label === name)?.id ?? '';
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId });
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return page.getByRole('main');
}

test('the details of a running VM show what it costs now, this run and this month', async ({
  page,
  panel,
}) => {
  const main = await details(page, panel, STATES.live, 'eval-7');
  const cost = main.getByRole('region', { name: 'Cost' });
  await expect(main.getByText('$1.43/h').first()).toBeVisible();
  await expect(cost).toHaveText('CostThis run$0.98November$57.49');
});

test('the details of a stopped VM show its price and what is billed', async ({ page, panel }) => {
  const main = await details(page, panel, STATES.live, 'old-run');
  await expect(main.getByRole('region', { name: 'Cost' })).toContainText(
    'November$22.00When running$0.55/h',
  );
  await expect(main.locator('[data-money]').first()).toHaveText('$0.02/h');
});

test('the details say why a cost is unknown', async ({ page, panel }) => {
  const main = await details(page, panel, STATES.noSpend, 'old-run');
  await expect(main.getByRole('region', { name: 'Cost' })).not.toContainText('This run');
  await expect(main.locator('[data-money]').first()).toHaveText('—');
  await expect(main.getByRole('region', { name: 'Cost' })).toContainText(/key|access|spend/i);
});
