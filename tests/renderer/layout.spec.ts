import type { Locator } from '@playwright/test';
import { whileRunning } from '../../src/shared/domain/testing/records.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { FOUR_CLOUDS } from './four-clouds.ts';
import { EIGHT_GPUS } from './gpu-loads.ts';
import { snapshotOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { resize, SIZES } from './scenes.ts';
import { STATES } from './states.ts';
import { USAGE } from './usage-reports.ts';

test('no amount is truncated', async ({ page, panel }) => {
  await panel.open(STATES.hostile);
  await page.getByText('absurd').waitFor();
  for (const size of Object.values(SIZES)) {
    await resize(page, size);
    const amounts = await page.locator('[data-money]').all();
    for (const amount of amounts) {
      const box = await amount.boundingBox();
      if (box === null) continue;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
    expect(amounts.length).toBeGreaterThan(4);
  }
});

test('a changed figure keeps its position', async ({ page, panel }) => {
  const money = page.getByRole('listitem').filter({ hasText: 'eval-7' }).locator('[data-money]');
  await panel.open(STATES.live);
  const before = await money.boundingBox();
  const list = STATES.live.snapshots['a1']?.vms.value;
  if (!list) throw new Error('the state has no VMs');
  const vms = list.vms.map((vm) =>
    vm.label === 'eval-7' ? { ...vm, rates: whileRunning(1.71) } : vm,
  );
  await panel.become({ ...STATES.live, snapshots: { a1: snapshotOf(vms) } });
  await expect(money).toHaveText('$1.71/h');
  expect(await money.boundingBox()).toEqual(before);
});

/** By more than a pixel: glyphs may be higher than their line. */
const isCut = (one: Locator) =>
  one.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight) > 1,
  );
const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? 0;

test('the age of the data is whole in the footer', async ({ page, panel }) => {
  for (const [state, size] of [
    [STATES.twoAccounts, SIZES['400 px']],
    [STATES.stale, SIZES['400 px']],
    [STATES.stale, SIZES['320 px']],
  ] as const) {
    await resize(page, size);
    await panel.open(state);
    expect(await isCut(page.locator('footer [role=status]'))).toBe(false);
  }
});

test('long and right-to-left names of accounts and VMs start at the left', async ({
  page,
  panel,
}) => {
  await page.setViewportSize(SIZES['320 px']);
  const [account] = STATES.twoAccounts.accounts;
  if (account === undefined) throw new Error('the state has no account');
  const withLabel = (label: string) => ({
    ...STATES.twoAccounts,
    accounts: [{ ...account, label }],
  });
  await panel.open(withLabel('W'.repeat(60)), { kind: 'settings' });
  expect(await heightOf(page.getByRole('button', { name: 'WWW' }))).toBeLessThanOrEqual(32);
  await panel.open(withLabel('تدريب'), { kind: 'accounts' });
  const row = page.getByRole('button', { expanded: true });
  await expect(row.getByText('تدريب')).toHaveCSS('text-align', 'left');
  const { views } = USAGE.month;
  const rows = views.vm.rows.map((row) => ({ ...row, name: 'تدريب' }));
  await panel.open(STATES.live);
  await panel.answer('readUsage', {
    ok: true,
    value: { ...USAGE.month, views: { ...views, vm: { ...views.vm, rows } } },
  });
  await panel.go({ kind: 'usage', preset: 'month' });
  await expect(page.locator('li bdi').first()).toHaveCSS('text-align', 'left');
});

test('the details of eight GPUs do not scroll, and the age of a VM is not broken', async ({
  page,
  panel,
}) => {
  const [, , vm] = EIGHT_GPUS.snapshots['a1']?.vms.value?.vms ?? [];
  const { autoStops } = STATES.operations;
  const state = { ...EIGHT_GPUS, autoStops };
  await panel.open(state, { kind: 'vm', accountId: 'a1', vmId: vm?.id ?? '' });
  await expect(page.getByText(/^Stops today at/)).toBeVisible();
  const main = page.getByRole('main');
  expect(await main.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
  expect(await heightOf(page.locator('summary', { hasText: '8 GPUs' }))).toBeLessThan(24);
  await page.getByText('More', { exact: true }).click();
  expect(await heightOf(page.getByText('44 m ago'))).toBeLessThan(24);
});

test('at 200 % zoom, the name of an offer and the status of a VM are whole', async ({
  page,
  panel,
}) => {
  await page.setViewportSize(SIZES['200 % zoom']);
  await panel.open(STATES.live);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.go({ kind: 'offers', filter: null });
  expect(await isCut(page.getByTitle('RTX 4090').first())).toBe(false);
  const vmId = STATES.live.snapshots['a1']?.vms.value?.vms[0]?.id ?? '';
  await panel.go({ kind: 'vm', accountId: 'a1', vmId });
  expect(await heightOf(page.getByText(/^Running · .* ready/))).toBeLessThan(40);
});

test('at 200 % zoom, names of accounts are readable and a heading is below its button', async ({
  page,
  panel,
}) => {
  await page.setViewportSize(SIZES['200 % zoom']);
  await panel.open(FOUR_CLOUDS);
  const stop = await page.getByRole('button', { name: 'Stop…', exact: true }).boundingBox();
  const rate = await page.locator('h2 [data-money]').first().boundingBox();
  if (!stop || !rate) throw new Error('the list has no heading with a button');
  // Not beside it, where a wider font would have both overlap.
  expect(stop.y + stop.height).toBeLessThanOrEqual(rate.y + 4);
  await panel.open(STATES.twoAccounts, { kind: 'accounts' });
  const row = page.getByRole('button', { name: /^Team Blue/ });
  expect(await isCut(row.locator('[dir=auto]'))).toBe(false);
});
