import type { Page } from '@playwright/test';
import { clockTime, formatMoney } from '../../src/shared/format/index.ts';
import { HOUR, NOW } from './make-vm.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';
import { NO_VIEWS, USAGE } from './usage-reports.ts';

const MONTH = { from: '2026-11-01', to: '2026-11-12' };

/** Of today and of the month, in the header. */
const usageButtons = (page: Page) => page.getByRole('button', { name: /Show usage/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Resolves to the cost of the month in the header. */
async function openMonth(page: Page, panel: PanelUnderTest, value: object = USAGE.month) {
  await panel.open(STATES.live);
  await panel.answer('readUsage', { ok: true, value });
  const month = await usageButtons(page).last().locator('[data-money]').textContent();
  await usageButtons(page).last().click();
  return month;
}

const period = (page: Page) => page.getByRole('combobox', { name: 'Period' });

/** The ranges that were read. */
async function ranges(panel: PanelUnderTest) {
  const requests = await panel.requests();
  return requests.flatMap(({ name, input }) => (name === 'readUsage' ? input : []));
}

test('the costs of the header lead to the usage of their period, and presets to others', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await usageButtons(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Usage' })).toBeFocused();
  await expect(period(page)).toHaveValue('today');
  expect(await panel.screen()).toEqual({ kind: 'usage', preset: 'today' });
  await expect(page.getByText('No VM was billed in this period.')).toBeVisible();
  await button(page, 'Show last month').click();
  await expect(period(page)).toHaveAttribute('title', /^Oct 1\s–\s31, 2026 \(UTC\)$/);
  await period(page).selectOption('7 days');
  await period(page).selectOption('Last week');

  await period(page).selectOption('Custom');
  await page.getByLabel('First day').fill('2026-11-07');
  await page.getByLabel('Last day').fill('2026-11-06');
  await button(page, 'Show').click();
  await expect(page.getByText('The first day is after the last one.')).toBeVisible();
  await page.getByLabel('Last day').fill('2026-11-08');
  await button(page, 'Show').click();
  await expect(period(page)).toHaveAttribute('title', /^Nov 7\s–\s8, 2026 \(UTC\)$/);
  await button(page, 'Show last month').click();
  await expect(period(page)).toHaveValue('lastMonth');
  await expect(page.getByLabel('First day')).toBeHidden();
  expect(await ranges(panel)).toEqual(
    [
      ['2026-11-12', '2026-11-12'],
      ['2026-10-01', '2026-10-31'],
      ['2026-11-06', '2026-11-12'],
      ['2026-11-02', '2026-11-08'],
      ['2026-11-07', '2026-11-08'],
      ['2026-10-01', '2026-10-31'],
    ].map(([from, to]) => ({ range: { from, to } })),
  );
  await page.keyboard.press('Escape');
  await expect(usageButtons(page).last()).toBeVisible();
});

test('pointing at a day and the arrow keys show its costs by VM, the table those of the period', async ({
  page,
  panel,
}) => {
  const { bars, rows } = USAGE.month.views.vm;
  const [first, second] = bars.map(({ cost }) => formatMoney(cost));
  const month = await openMonth(page, panel);
  await expect(page.locator('main [data-money]').first()).toHaveText(month ?? '');
  const legend = page.getByRole('listitem').filter({ hasText: 'train-llama-3-8b' });
  await expect(legend).toHaveText('train-llama-3-8b$265');
  await expect(page.getByRole('row', { name: /^sd-webui/ })).toHaveText(
    /^sd-webui.*157\.6.*139.*4\.24143$/,
  );
  await expect(page.getByRole('row')).toHaveCount(1 + rows.length);
  const titles = ['VM', 'Hours', 'GPU', 'Disk', 'Total'];
  await expect(page.getByRole('columnheader')).toHaveText(titles);

  const chart = page.getByRole('slider', { name: 'Cost per day' });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  await page.mouse.move(box.x + 2, box.y + 20);
  await expect(page.getByText(`Nov 1 ${first}`)).toBeVisible();
  await expect(legend).toHaveText('train-llama-3-8b$27.06');
  await page.mouse.move(0, 0);
  await expect(legend).toHaveText('train-llama-3-8b$265');

  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', `Nov 1: ${first}`);
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', `Nov 2: ${second}`);
});

test('the legend has the costs without a day, and the parts of the total are a sentence', async ({
  page,
  panel,
}) => {
  const { vm } = USAGE.month.views;
  const rows = vm.rows.map((row, index) => (index === 0 ? { ...row, cost: 300 } : row));
  const views = { ...USAGE.month.views, vm: { ...vm, rows } };
  await openMonth(page, panel, { ...USAGE.month, views, vmCost: 300, otherCosts: { tax: 12 } });
  const legend = page.getByRole('listitem').filter({ hasText: 'train-llama-3-8b' });
  await expect(legend).toHaveText('train-llama-3-8b$300');
  await expect(page.getByText('of which', { exact: false })).toHaveText(
    'of which VMs $300, tax $12.00',
  );
});

test('the rows are VMs, accounts or GPU types, and a narrow panel has no parts of costs', async ({
  page,
  panel,
}) => {
  await openMonth(page, panel);
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('by account');
  await expect(page.getByRole('table', { name: 'Costs by account' }).getByRole('row')).toHaveCount(
    2,
  );
  await expect(page.getByRole('row', { name: /^research/ })).toHaveText(/690$/);
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('by GPU type');
  await expect(page.getByRole('row', { name: /^RTX 4090/ })).toHaveText(/690$/);
  await expect(page.getByRole('slider', { name: 'Cost per day' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 600 });
  await expect(page.getByRole('columnheader')).toHaveText(['GPU type', 'Hours', 'Total']);
  await page.setViewportSize({ width: 400, height: 600 });
});

test('folds all doubts into one line, at most one group of each kind', async ({ page, panel }) => {
  const range = { from: '2026-11-01', to: '2026-11-07' };
  const notes = [
    { kind: 'otherPeriod', periods: [range] },
    { kind: 'unread', count: 2 },
    { kind: 'undated', count: 3 },
  ];
  const { costs, ...live } = STATES.twoAccounts;
  const [account] = live.accounts;
  const snapshot = live.snapshots[account?.id ?? ''];
  if (account === undefined || snapshot === undefined) throw new Error('no account');
  const old = { ...snapshot, freshness: 'outOfDate', asOf: NOW - HOUR } as const;
  const month = { ...costs.month, isAtLeast: true };
  await panel.open({
    ...live,
    costs: { ...costs, month },
    snapshots: { ...live.snapshots, [account.id]: old },
  });
  const problem = { accountId: 'a2', kind: 'timeout', message: 'No response.', action: 'Wait.' };
  await panel.answer('readUsage', {
    ok: true,
    value: { ...USAGE.month, notes, problems: [problem] },
  });
  await panel.go({ kind: 'usage', preset: 'month' });
  const why = page.locator('details', { hasText: '≥ Why?' });
  await expect(page.locator('main [data-money]').first()).toHaveText(/^≥ /);
  await expect(why.getByRole('heading')).toHaveCount(0);
  await why.getByText('≥ Why?').click();
  await expect(why.getByRole('heading')).toHaveText([
    ...['Other period', 'Doesn’t add up', 'Not all read', 'Dates missing'],
  ]);
  await expect(why).toContainText(`not updated since ${clockTime(NOW - HOUR)}.`);
  await expect(why).toContainText('Team Blue: No response. Wait.');
  await expect(why).toContainText(
    'Nov 9 notebook: billed $14.80, measured $3.20, stopped at 14:03',
  );
  await expect(why).toContainText('Nov 10 eval-7: billed $41.18, measured $34.32: $1.72/h');
  await expect(why).toContainText('Nov 3 vm-4100031: billed $3.10, but not listed until then');
  const [difference] = USAGE.month.differences;
  const many = Array.from({ length: 300 }, () => difference);
  const value = { ...USAGE.month, differences: many };
  await panel.answer('readUsage', { ok: true, value });
  await period(page).selectOption('7 days');
  const doubts = page.locator('details', { hasText: 'Notes' });
  await doubts.getByText('Notes').click();
  await expect(doubts.getByText('notebook: billed')).toHaveCount(20);
  await expect(doubts).toContainText('The 20 largest. All: gpu-tray usage --check');
  await panel.answer('readUsage', { ok: true, value: { ...value, differences: [] } });
  await period(page).selectOption('Last week');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.locator('details')).toHaveCount(0);
});

test('the name of a VM leads to it while it is listed, and back', async ({ page, panel }) => {
  await openMonth(page, panel);
  const table = page.getByRole('table', { name: 'Costs by VM' });
  await expect(table.getByRole('button')).toHaveText(['train-llama-3-8b']);
  await table.getByRole('button').click();
  expect(await panel.screen()).toEqual({ kind: 'vm', accountId: 'a1', vmId: 'vm-0' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible();
});

test('exports what it shows, and says whether it was saved', async ({ page, panel }) => {
  await openMonth(page, panel);
  await button(page, 'Export').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await panel.requests()).at(-1)).toEqual({
    ...{ name: 'exportUsage', input: { range: MONTH } },
  });
  await panel.answer('exportUsage', { ok: true, value: { isSaved: false } });
  await button(page, 'Export').click();
  await expect(page.getByText('Saved.')).toBeHidden();
  const refusal = { kind: 'unwritable', message: 'Failed to save x.', action: 'Free some space.' };
  await panel.answer('exportUsage', { ok: false, refusal });
  await button(page, 'Export').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Free some space.' })).toBeVisible();
});

test('a key without the permission leads to the sign-in; other problems are tried again', async ({
  page,
  panel,
}) => {
  const problem = { accountId: 'a1', kind: 'timeout', message: 'No response.', action: 'Wait.' };
  const nothing = { ...USAGE.month, totalCost: null, views: NO_VIEWS };
  const month = await openMonth(page, panel, { ...nothing, problems: [problem] });
  await expect(page.locator('main [data-money]').first()).toHaveText(month ?? '');
  const forbidden = { ...problem, kind: 'forbidden' };
  await panel.answer('readUsage', { ok: true, value: { ...USAGE.month, problems: [problem] } });
  await button(page, 'Try again').click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByText('Notes').click();
  await panel.answer('readUsage', { ok: true, value: { ...nothing, problems: [forbidden] } });
  await button(page, 'Try again').click();
  await button(page, 'Use another key').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await ranges(panel)).toHaveLength(3);
});

test('shows the forecast beside the limit as a bar, and the balance, unless amounts are hidden', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.everyRule, { kind: 'usage', preset: 'month' });
  const forecast = page.getByText(/^forecast \$[\d,.]+K? of \$1M$/);
  await expect(forecast).toBeVisible();
  await expect(page.getByText(/Balance \$9\.00/)).toBeVisible();
  await period(page).selectOption('Last month');
  await expect(forecast).toBeHidden();
  await panel.open(STATES.hidden, { kind: 'usage', preset: 'month' });
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await expect(page.getByText('forecast')).toHaveCount(0);
});
