import { spendOf, withBilled } from '../../src/shared/domain/billing.ts';
import { makeRates, makeVmList } from '../../src/shared/domain/testing/records.ts';
import { rateOf, type Vm } from '../../src/shared/domain/vm.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { FOUR_CLOUDS } from './four-clouds.ts';
import { HOUR, MINUTE, makeVm, NOW } from './make-vm.ts';
import { ACCOUNT, FLEET, OPERATED, snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';

// Accounts at two providers, and one at a provider that has no launch and tells no balance.

const RUNPOD = makeAccount({
  ...{ id: 'r1', label: 'RunPod', baseUrl: 'https://api.runpod.io' },
  ...{ provider: 'runpod', consoleUrl: 'https://www.console.runpod.io/pods' },
  can: ['start', 'stop', 'destroy', 'usage'],
} as const);

const costing = (perHour: number) => makeRates({ now: rateOf(perHour), running: rateOf(perHour) });

const POD = makeVm(901, {
  ...{ label: 'pod-train', age: 12 * HOUR, rates: costing(6.02) },
});
const STOPPED = makeVm(902, {
  ...{ label: 'pod-old', status: 'stopped' },
  rates: makeRates({ now: { perHour: 0.005_479, isAtLeast: true } }),
});

function podsOf(vms: readonly Vm[], change: Partial<AccountSnapshot> = {}): AccountSnapshot {
  const live = { asOf: NOW - 8_000, freshness: 'live' } as const;
  const isAtLeast = vms.some(({ rates }) => rates.now?.isAtLeast);
  const spend = { value: { ...spendOf(vms), isAtLeast }, problem: null };
  return {
    ...live,
    vms: { value: makeVmList(withBilled(vms, spend.value)), problem: null },
    spend,
    ...change,
  };
}

const alone = (...vms: readonly Vm[]): AppState =>
  stateOf({ accounts: [RUNPOD], snapshots: { r1: podsOf(vms) } });
const both = (pods = podsOf([POD, STOPPED])): AppState => {
  const state = stateOf({
    accounts: [ACCOUNT, RUNPOD],
    snapshots: { a1: snapshotOf(FLEET), r1: pods },
  });
  const hourlyRate = { isOn: true, limit: 20 };
  return { ...state, preferences: { ...state.preferences, hourlyRate } };
};

test('several accounts share one bar, and a click on a part or its mark filters the list', async ({
  page,
  panel,
}) => {
  await panel.open(FOUR_CLOUDS);
  const header = page.locator('header');
  await expect(header.locator('p')).toHaveText('limit $20 · 16 running');
  await expect(header).toHaveCSS('height', '88px');
  await expect(header.getByText('≥')).toHaveCount(1);
  const marks = header.getByRole('listitem');
  await expect(marks).toHaveText([/9\.53$/, /5\.15$/, /2\.90$/, /1\.97$/]);
  const pods = header.getByRole('button', { name: 'RunPod 1.97' });
  await expect(pods).toHaveAttribute('title', 'RunPod $1.97/h');
  await pods.click();
  const rows = page.locator('li[data-vm]');
  await expect(rows).toHaveText([/^pod-1/, /^pod-2/, /^pod-3/]);
  await expect(pods).toHaveAttribute('aria-pressed', 'true');
  await header.locator('[aria-hidden] button').first().click();
  await expect(rows.first()).toContainText('scratch');
  await header.getByRole('button', { name: /^GPU rental/ }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a mark that does not fit is left out, and hidden amounts stay hidden', async ({
  page,
  panel,
}) => {
  await panel.open({
    ...FOUR_CLOUDS,
    preferences: { ...FOUR_CLOUDS.preferences, hideAmounts: true },
  });
  const mark = page.locator('header').getByRole('button', { name: 'RunPod', exact: true });
  await expect(mark).toHaveAttribute('title', 'RunPod');
  await expect(page.locator('header')).toHaveText(/^[^$]*$/);
  await panel.open(FOUR_CLOUDS);
  for (const width of [320, 200]) {
    await page.setViewportSize({ width, height: 600 });
    await expect(page.locator('header')).toHaveJSProperty('scrollWidth', width);
  }
});

test('one provider: no row names it, and its limit is in the header', async ({ page, panel }) => {
  await panel.open(alone(POD));
  await expect(page.locator('header')).toContainText('1 running');
  await expect(page.locator('li[data-vm]')).not.toContainText('RunPod');
});

test('the list price of a stopped pod is at least that, which is said once', async ({
  page,
  panel,
}) => {
  await panel.open(alone(POD, STOPPED));
  await page.getByRole('button', { name: /^Off · 1/ }).click();
  const row = page.locator('li[data-vm]').filter({ hasText: 'pod-old' });
  await expect(row.locator('[data-money]')).toHaveText('$0.0055/h');
  await expect(page.locator('li[data-vm]').filter({ hasText: 'east' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/≥ \$6\.02/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('title', /^Some charges /);
  await row.getByRole('button').first().click();
  await expect(page.getByText('≥ $0.0055/h')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch again…' })).toHaveCount(0);
});

test('without VMs there is no rate to show, beside a cost that is at least that', async ({
  page,
  panel,
}) => {
  const month = { known: 4, asOf: NOW, perHour: 0, isAtLeast: true };
  const spend = { value: spendOf([]), problem: null };
  const none = stateOf({ accounts: [RUNPOD], snapshots: { r1: podsOf([], { spend }) } });
  await panel.open({ ...none, costs: { today: month, month } });
  await expect(page.locator('header h1')).toHaveText(/—$/);
  await expect(page.locator('header')).toContainText('0 running');
  await expect(page.locator('header [data-money]')).toHaveText(['—', '$4.00', '≥ $4.00']);
});

test('one cloud down makes only its own rows out of date', async ({ page, panel }) => {
  const old = podsOf([POD], { asOf: NOW - 11 * MINUTE, freshness: 'outOfDate' });
  await panel.open(both(old));
  await expect(page.locator('.vm-row-old')).toHaveCount(1);
  await expect(page.locator('.vm-row-old')).toContainText('pod-train');
  await expect(page.locator('footer')).toContainText('1 of 2 accounts');
});

test('what a provider lacks has no entry, and one sentence where it would be', async ({
  page,
  panel,
}) => {
  await panel.open(alone(POD), { kind: 'accounts' });
  await expect(page.getByText('Service profile')).toHaveCount(0);
  await expect(page.getByText('Advanced')).toHaveCount(0);
  await expect(page.getByText(/doesn’t share your balance\. At \$0 it deletes pods/)).toBeVisible();
  await page.getByRole('button', { name: 'Open its page' }).click();
  expect(await panel.requests()).toEqual([{ name: 'openLackPage', input: { accountId: 'r1' } }]);
});

test('without a balance there is no rule of it, but its sentence', async ({ page, panel }) => {
  await panel.open(alone(POD), { kind: 'alerts' });
  await page.getByText('Rules', { exact: true }).click();
  await expect(page.getByText(/doesn’t share your balance/)).toBeVisible();
  await expect(page.getByText('Account balance below')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Launch' })).toHaveCount(0);
  await panel.become({ ...both(), accounts: [OPERATED, RUNPOD] });
  await expect(page.getByText('Account balance below')).toBeVisible();
  await expect(page.getByText(/doesn’t share your balance/)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Launch' })).toBeVisible();
});

test('an account without pods leads to the offers from the lowest price of a machine', async ({
  page,
  panel,
}) => {
  // The cheapest GPU is that of a machine with eight.
  const offers = CLOUD_OFFERS.offers
    .filter(({ gpu }) => gpu?.family === 'H100')
    .map((offer) =>
      offer.gpuCount === 8 ? { ...offer, price: { ...offer.price, perHour: 16 } } : offer,
    )
    .toReversed();
  await panel.open(alone(POD));
  await panel.answer('readCloudOffers', { ok: true, value: { ...CLOUD_OFFERS, offers } });
  await panel.become(alone());
  await expect(page.getByText('No VMs. Launch one from $2.70/h')).toBeVisible();
  await page.getByRole('button', { name: 'See offers' }).click();
  await expect(page.getByRole('heading', { name: 'Offers' })).toBeVisible();
});
