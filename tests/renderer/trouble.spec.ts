import type { Page } from '@playwright/test';
import type { AppAccount } from '../../src/shared/accounts/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { MINUTE, NOW } from './make-vm.ts';
import { FLEET, snapshotOf, stateOf } from './one-account.ts';
import { expect, test } from './panel-test.ts';
import { STATES, type StateName } from './states.ts';

interface NoDataCase {
  readonly state: StateName;
  /** In place of the list. */
  readonly message: string;
  /** Labels of the buttons. */
  readonly steps: readonly string[];
  /** The screen the first button opens, or `refresh` of the account, or `refresh all`. */
  readonly leadsTo: string | null;
}

const NO_DATA: readonly NoDataCase[] = [
  {
    state: 'noData',
    message: 'No response within 30 s. Retrying automatically.',
    steps: ['Try again'],
    leadsTo: 'refresh',
  },
  {
    state: 'keychainLocked',
    message: 'Unlock it, then try again. Your sign-in is still stored.',
    steps: ['Try again'],
    leadsTo: 'refresh all',
  },
  {
    state: 'offlineNoData',
    message: 'Updates resume when you’re back online.',
    steps: [],
    leadsTo: null,
  },
];

const note = (page: Page) => page.getByRole('region', { name: 'No VMs to show yet' });

for (const { state, message, steps, leadsTo } of NO_DATA) {
  test(`without data, the list shows why and the next step: ${state}`, async ({ page, panel }) => {
    await panel.open(STATES[state]);
    await expect(note(page)).toContainText(message);
    await expect(page.getByText('No data yet')).toBeVisible();
    await expect(note(page).getByRole('button')).toHaveText([...steps]);
    if (steps.length === 0) return;
    await note(page).getByRole('button').first().click();
    const accountId = leadsTo === 'refresh' ? 'a1' : null;
    if (leadsTo?.startsWith('refresh'))
      expect(await panel.requests()).toEqual([{ name: 'refresh', input: { accountId } }]);
    else await expect(page.getByRole('heading', { level: 1, name: leadsTo ?? '' })).toBeVisible();
  });
}

test('offline, a banner says when updates resume', async ({ page, panel }) => {
  await panel.open(STATES.offline);
  await expect(page.getByText('Updates resume')).toBeVisible();
});

test.describe('a billing-only key', () => {
  test('shows the reason, also to screen readers', async ({ page, panel }) => {
    await panel.open(STATES.billingOnly);
    await expect(page.getByText('scope billing_only')).toBeAttached();
    await expect(page.getByText('Nothing is billed')).toHaveCount(0);
  });

  test('does not show zero when VMs could not be read', async ({ page, panel }) => {
    await panel.open(STATES.billingUnreadable);
    await expect(page.getByRole('heading', { name: '$5.50/h' })).toBeVisible();
    await expect(page.getByText('2 VMs could not be read.')).toBeVisible();
    await expect(page.getByText('Nothing is billed')).toHaveCount(0);
  });
});

test('shows two billed VMs with the same id as two rows', async ({ page, panel }) => {
  const snapshot = STATES.billingOnly.snapshots['a1'];
  const spend = snapshot?.spend.value;
  const [vm] = spend?.vms ?? [];
  if (snapshot === undefined || !spend || vm === undefined)
    throw new Error('no billed VM in this state');
  const odd = { ...vm, defaultName: null, vmId: '\u202Eabc' };
  const value = { ...spend, vms: [vm, vm, odd] };
  const snapshots = { a1: { ...snapshot, spend: { value, problem: null } } };
  await panel.open({ ...STATES.billingOnly, snapshots });
  const rows = page.getByRole('list', { name: 'Billed VMs' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toContainText('2 × 4090 · abc');
  expect(await rows.last().innerHTML()).not.toContain('\u202E');
  expect(panel.errors).toEqual([]);
});

test('a key without access to spend leads to another key', async ({ page, panel }) => {
  await panel.open(STATES.noSpend);
  await expect(page.getByText('train-llama')).toBeVisible();
  const banner = page.getByRole('listitem').filter({ hasText: 'can’t read spend' });
  await banner.getByRole('button', { name: 'Use another key' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Sign in to lea@example.com' }),
  ).toBeVisible();
});

test('figures that the service has not updated are shown as that old', async ({ page, panel }) => {
  const at = NOW - 90 * MINUTE;
  const live = snapshotOf(FLEET);
  const spend = { ...live.spend, problem: { kind: 'oldSpend', at } as const };
  await panel.open(
    stateOf({ snapshots: { a1: { ...live, spend, asOf: at, freshness: 'outOfDate' } } }),
  );
  await expect(page.getByText(/last updated the spend on Nov 12 at 12:33/)).toBeVisible();
  await expect(page.getByText('as of 12:33', { exact: true })).toBeVisible();
  await expect(page.getByText('As of 12:33', { exact: true })).toBeVisible();
  await expect(page.getByText('Up to date')).toHaveCount(0);
});

test('the details show how old they are, and why', async ({ page, panel }) => {
  await panel.open(STATES.stale);
  await page.getByText('train-llama').click();
  await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d$/).first()).toBeVisible();
  await expect(page.getByText('No response within 30 s')).toBeVisible();
  await panel.become(STATES.live);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
  await expect(page.getByText('No response within 30 s')).toHaveCount(0);
});

test('the details show banners of their own account only', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await page.getByText('train-llama').click();
  await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What needs attention' })).toHaveCount(0);
});

test.describe('without a keychain', () => {
  const kept = (storedIn: AppAccount['storedIn']): AppState => ({
    ...STATES.live,
    keychain: 'missing',
    accounts: STATES.live.accounts.map((account) => ({ ...account, storedIn })),
  });
  const banner = (page: Page) =>
    page.getByRole('list', { name: 'What needs attention' }).getByRole('listitem');

  test('a sign-in kept until quit has one quiet, dismissable banner', async ({ page, panel }) => {
    await panel.open(kept('memory'));
    await expect(banner(page)).toHaveText(/^You’ll need to sign in again after quitting\./);
    await page.getByText('train-llama').click();
    await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await banner(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner(page)).toHaveCount(0);
  });

  test('a stored credential has a banner with the next step', async ({ page, panel }) => {
    await panel.open(kept('keychain'));
    await expect(banner(page)).toContainText('No keychain service is running.');
    await expect(banner(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('an open alert says by how much and for how long', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen);
  const banner = page.getByRole('list', { name: 'What needs attention' });
  await expect(banner).toContainText('$3.44/h, limit $3 · 12 min');
  await panel.go({ kind: 'alerts' });
  await page.clock.setFixedTime(NOW + 50 * MINUTE);
  // As when the panel opens again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list).toContainText('$3.44/h, limit $3 · 1 h');
  await page.clock.setFixedTime(NOW);
});

for (const by of ['button', 'shortcut'] as const)
  test(`a refresh by ${by} shows its progress, and its refusal for a while`, async ({
    page,
    panel,
  }) => {
    await panel.open(STATES.live);
    await page.clock.pauseAt(NOW);
    const refusal = { kind: 'internalError', message: 'Internal error.', action: 'Try again.' };
    await panel.answer('refresh', { ok: false, refusal });
    await panel.hold('refresh');
    if (by === 'button') await page.getByRole('button', { name: 'Refresh' }).click();
    else await page.keyboard.press('F5');
    const status = page.locator('footer').getByRole('status');
    await expect(status).toHaveText('Updating…');
    await panel.release();
    await expect(status).toHaveText('Internal error. Try again.');
    await page.clock.runFor(10_000);
    await expect(status).toHaveText('Up to date');
    await page.clock.resume();
    await page.clock.setFixedTime(NOW);
  });

test('an outage comes before money above the limit, a rejected key before both', async ({
  page,
  panel,
}) => {
  const strip = page.getByRole('list', { name: 'What needs attention' });
  const { alerts } = STATES.alertOpen;
  for (const [state, first] of [
    [STATES.offline, 'Offline.'],
    [STATES.signedOut, 'API key rejected'],
  ] as const) {
    await panel.open({ ...state, alerts });
    const line = strip.getByRole('button').first();
    await expect(line).toContainText(new RegExp(`^${first}.*\\+1`));
    await line.click();
    await expect(page.getByRole('list', { name: 'Open alerts' })).toContainText(', limit $3');
    await expect(page.getByRole('region', { name: 'Other messages' })).toContainText(first);
  }
});

test('an account whose last poll failed is not up to date', async ({ page, panel }) => {
  const a1 = {
    ...snapshotOf(FLEET, { kind: 'timeout', seconds: 30 }),
    freshness: 'retrying',
  } as const;
  await panel.open({ ...STATES.live, snapshots: { a1 } }, { kind: 'accounts' });
  await expect(page.getByRole('img', { name: 'Retrying…' })).toBeVisible();
});

test('a crash is shown, reported, and an error of the page', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.answer('readUsage', { ok: true, value: {} });
  await page
    .getByRole('button', { name: /Show usage/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'The panel crashed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  const [crash] = (await panel.requests()).filter(({ name }) => name === 'reportCrash');
  expect(crash?.input).toEqual({ error: 'TypeError', at: expect.stringMatching(/^usage-/) });
  // So that the specs fail that expect none.
  expect(panel.errors).toHaveLength(1);
});
