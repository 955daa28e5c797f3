import type { Page } from '@playwright/test';
import { formatMoney } from '../../src/shared/format/index.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';
import { USAGE } from './usage-reports.ts';

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
  await expect(page.getByText('Oct 1 – Oct 31, 2026 (UTC)')).toBeVisible();
  await period(page).selectOption('7 days');
  await period(page).selectOption('Last week');

  await period(page).selectOption('Custom');
  await page.getByLabel('First day').fill('2026-11-07');
  await page.getByLabel('Last day').fill('2026-11-06');
  await button(page, 'Show').click();
  await expect(page.getByText('The first day is after the last one.')).toBeVisible();
  await page.getByLabel('Last day').fill('2026-11-08');
  await button(page, 'Show').click();
  await expect(page.getByText('Nov 7 – Nov 8, 2026 (UTC)')).toBeVisible();
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
    ].map(([from, to]) => ({ accountId: null, range: { from, to } })),
  );
  await page.keyboard.press('Escape');
  await expect(usageButtons(page).last()).toBeVisible();
});

test('pointing at a day and the arrow keys show its costs by VM, the table those of the period', async ({
  page,
  panel,
}) => {
  const [first, second] = USAGE.month.bars.map(({ cost }) => formatMoney(cost));
  const month = await openMonth(page, panel);
  await expect(page.getByText(`${month} so far · 1,182.0 h`)).toBeVisible();
  const legend = page.getByRole('listitem').filter({ hasText: 'train-llama-3-8b' });
  await expect(legend).toHaveText('train-llama-3-8b$265');
  await expect(page.getByRole('row', { name: /^sd-webui/ })).toHaveText(
    /^sd-webui.*157\.6.*139.*4\.24143$/,
  );
  await expect(page.getByRole('row')).toHaveCount(1 + USAGE.month.rows.length);
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

test('shows how much a VM used, and its costs there where they have no columns', async ({
  page,
  panel,
}) => {
  await openMonth(page, panel);
  const name = page.getByRole('rowheader', { name: /^train-llama-3-8b/ });
  const shown = async () => (await name.innerText()).replaceAll(/\s+/g, ' ');
  expect(await shown()).toBe('train-llama-3-8b GPU 236.4 h Disk 100 GB');
  await page.setViewportSize({ width: 320, height: 600 });
  expect(await shown()).toBe('train-llama-3-8b GPU 257 · 236.4 h Disk 7.92 · 100 GB');
  await page.setViewportSize({ width: 400, height: 600 });
});

test('says which period the figures are of where it is not the requested one', async ({
  page,
  panel,
}) => {
  const range = { from: '2026-11-01', to: '2026-11-07' };
  const notes = [{ kind: 'otherPeriod', periods: [range] }];
  await openMonth(page, panel, { ...USAGE.month, range, notes });
  await expect(page.getByText('Nov 1 – Nov 7, 2026 (UTC)', { exact: true })).toBeVisible();
  await expect(
    page.getByText('figures of 2026-11-01 to 2026-11-07, not of the requested days.'),
  ).toBeVisible();
  await panel.answer('readUsage', { ok: true, value: USAGE.month });
  await period(page).selectOption('7 days');
  await expect(page.getByText('Nov 6 – Nov 12, 2026 (UTC)', { exact: true })).toBeVisible();
});

test('names the days on which bill and measurement differ; own gaps are folded', async ({
  page,
  panel,
}) => {
  await openMonth(page, panel);
  const measured = page.locator('section', { hasText: 'Bill check' });
  await expect(measured).toContainText('Measured $651.02, no data for 9 h.');
  await expect(measured.getByRole('listitem').filter({ visible: true })).toHaveText([
    'Nov 9notebook: billed $14.80, measured $3.20, stopped at 14:03 UTC',
    'Nov 10eval-7: billed $41.18, measured $34.32: $1.72/h instead of $1.43/h',
    'Nov 3vm-4100031: billed $3.10, but not in the list of VMs until then',
  ]);
  await measured.getByText('Missing data explains 2 differences').click();
  await expect(measured).toContainText(
    'train-llama-3-8b: billed $26.40, measured $18.70, no data for 7 h',
  );
  const events = page.locator('section', { hasText: 'Events' });
  await expect(events.getByRole('listitem').last()).toHaveText(/^Nov 3 .*the computer was asleep$/);
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

test('a year has a bar per week', async ({ page, panel }) => {
  await openMonth(page, panel, USAGE.year);
  const chart = page.getByRole('slider', { name: 'Cost per week' });
  await expect(chart).toHaveAttribute('max', '52');
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /^Nov 9 – Nov 12: \$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/^Nov 2 – Nov 8 \$/)).toBeVisible();
});

test('the bill check says nothing until a day is over', async ({ page, panel }) => {
  await openMonth(page, panel, {
    ...USAGE.month,
    check: { ...USAGE.month.check, compared: null, differences: [], differenceCount: 0 },
  });
  await expect(page.getByText('Events')).toBeVisible();
  await expect(page.getByText('Bill check')).toHaveCount(0);
});

test('exports what it shows, and says whether it was saved', async ({ page, panel }) => {
  await openMonth(page, panel);
  await button(page, 'Export CSV').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await panel.requests()).at(-1)).toEqual({
    ...{ name: 'exportUsage', input: { accountId: null, range: MONTH } },
  });
  await panel.answer('exportUsage', { ok: true, value: { isSaved: false } });
  await button(page, 'Export CSV').click();
  await expect(page.getByText('Saved.')).toBeHidden();
  const refusal = { kind: 'unwritable', message: 'Failed to save x.', action: 'Free some space.' };
  await panel.answer('exportUsage', { ok: false, refusal });
  await button(page, 'Export CSV').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Free some space.' })).toBeVisible();
});

test('a key without the permission leads to the sign-in; other problems are tried again', async ({
  page,
  panel,
}) => {
  const problem = { accountId: 'a1', kind: 'timeout', message: 'No response.', action: 'Wait.' };
  const nothing = { ...USAGE.month, rows: [], bars: [], rowCount: 0 };
  const month = await openMonth(page, panel, { ...nothing, problems: [problem] });
  await expect(page.getByText(`${month} so far`)).toBeVisible();
  const forbidden = { ...problem, kind: 'forbidden' };
  await panel.answer('readUsage', { ok: true, value: { ...USAGE.month, problems: [problem] } });
  await button(page, 'Try again').click();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await panel.answer('readUsage', { ok: true, value: { ...nothing, problems: [forbidden] } });
  await button(page, 'Try again').click();
  await button(page, 'Use another key').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await ranges(panel)).toHaveLength(3);
});

test('one of several accounts can be chosen', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await usageButtons(page).last().click();
  await page.getByLabel('Account').selectOption('Team Blue');
  await expect
    .poll(async () => (await ranges(panel)).at(-1))
    .toEqual({ accountId: 'a2', range: MONTH });
});

test('shows forecast and balance below the period, unless amounts are hidden', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.everyRule, { kind: 'usage', preset: 'month' });
  await expect(page.getByText(/^Forecast \$[\d,.]+\. .*Balance \$9\.00/)).toBeVisible();
  await panel.open(STATES.hidden, { kind: 'usage', preset: 'month' });
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await expect(page.getByText('Forecast')).toHaveCount(0);
});
