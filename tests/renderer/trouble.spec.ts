import type { Page } from '@playwright/test';
import type { AppAccount, AppState } from '../../src/shared/app/index.ts';
import { expect, test } from './panel-test.ts';
import { STATES, type StateName } from './states.ts';

interface Told {
  readonly state: StateName;
  /** In the middle of the list that is not there. */
  readonly message: string;
  /** The button below it; null: none. */
  readonly step: string | null;
  /** The screen it leads to, or the request it makes. */
  readonly leadsTo: string | null;
}

const TOLD: readonly Told[] = [
  {
    state: 'neverHeard',
    message: 'The service did not respond within 30 s. Retrying automatically.',
    step: 'Refresh',
    leadsTo: 'refresh',
  },
  {
    state: 'allowsNothing',
    message: 'Permission denied: API key scope billing_only. Use an API key with a wider scope.',
    step: 'Use another key',
    leadsTo: 'Sign in to lea@example.com',
  },
  {
    state: 'refused',
    message: 'This API key was not accepted. Check the key, or sign in with another one.',
    step: 'Sign in',
    leadsTo: 'Sign in to lea@example.com',
  },
  {
    state: 'keychainLocked',
    message: 'Your keychain is locked. Unlock it and try again.',
    step: 'Refresh',
    leadsTo: 'refresh',
  },
  {
    state: 'offlineNeverHeard',
    message: 'Your VMs appear here when you’re back online.',
    step: null,
    leadsTo: null,
  },
];

const note = (page: Page) => page.getByRole('region', { name: 'No VMs to show yet' });

for (const { state, message, step, leadsTo } of TOLD) {
  test(`where nothing was heard it says why, and the next step: ${state}`, async ({
    page,
    panel,
  }) => {
    await panel.open(STATES[state]);
    await expect(note(page)).toContainText(message);
    await expect(page.getByText('last known data')).toHaveCount(0);
    await expect(page.getByText('No data yet')).toBeVisible();
    await expect(note(page).getByRole('button')).toHaveCount(step === null ? 0 : 1);
    if (step === null) return;
    await note(page).getByRole('button', { name: step }).click();
    if (leadsTo === 'refresh')
      expect(await panel.requests()).toEqual([{ name: 'refresh', input: { accountId: 'a1' } }]);
    else await expect(page.getByRole('heading', { level: 1, name: leadsTo ?? '' })).toBeVisible();
  });
}

test('offline, the last that was heard is pointed to where there is one', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.offline);
  await expect(page.getByText('Showing the last known data')).toBeVisible();
});

test.describe('a key that sees billing only', () => {
  test('says why, to the screen reader too', async ({ page, panel }) => {
    await panel.open(STATES.billingOnly);
    await expect(page.getByText('scope billing_only')).toBeAttached();
    await expect(page.getByText('Nothing is billed')).toHaveCount(0);
  });

  test('never calls it nothing when it was not heard', async ({ page, panel }) => {
    await panel.open(STATES.billingUnheard);
    await expect(page.getByText('No billing data yet.')).toBeVisible();
    await expect(page.getByText('Nothing is billed')).toHaveCount(0);
  });

  test('never calls it nothing when it cannot be read', async ({ page, panel }) => {
    await panel.open(STATES.billingUnreadable);
    await expect(page.getByRole('heading', { name: '$5.50/h' })).toBeVisible();
    await expect(page.getByText('2 VMs could not be read.')).toBeVisible();
    await expect(page.getByText('Nothing is billed')).toHaveCount(0);
  });
});

test('two billed VMs of one id are two rows', async ({ page, panel }) => {
  const snapshot = STATES.billingOnly.snapshots['a1'];
  const spend = snapshot?.spend.value;
  const [vm] = spend?.vms ?? [];
  if (snapshot === undefined || !spend || vm === undefined) throw new Error('the state is bare');
  const odd = { ...vm, vmid: null, vmId: '\u202Eabc' };
  const value = { ...spend, vms: [vm, vm, odd] };
  const snapshots = { a1: { ...snapshot, spend: { value, problem: null } } };
  await panel.open({ ...STATES.billingOnly, snapshots });
  const rows = page.getByRole('list', { name: 'Billed VMs' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toContainText('vm-abc');
  expect(await rows.last().innerHTML()).not.toContain('\u202E');
  expect(panel.complaints).toEqual([]);
});

test('a key without the spend says that there is no rate, and leads to another', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.noSpend);
  await expect(page.getByText('train-llama')).toBeVisible();
  const banner = page.getByRole('listitem').filter({ hasText: 'can’t read spend' });
  await banner.getByRole('button', { name: 'Use another key' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Sign in to lea@example.com' }),
  ).toBeVisible();
});

test('the details say how old they are, and why', async ({ page, panel }) => {
  await panel.open(STATES.stale);
  await page.getByText('train-llama').click();
  await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
  await expect(page.getByText('Updated 4 m ago')).toBeVisible();
  await expect(page.getByText('did not respond within 30 s')).toBeVisible();
  await panel.become(STATES.live);
  await expect(page.getByText('Updated 4 m ago')).toHaveCount(0);
  await expect(page.getByText('did not respond within 30 s')).toHaveCount(0);
});

test('the details speak of their own account only', async ({ page, panel }) => {
  await panel.open(STATES.twoAccounts);
  await page.getByText('train-llama').click();
  await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What needs attention' })).toHaveCount(0);
});

test.describe('without a keychain', () => {
  const kept = (keptIn: AppAccount['keptIn']): AppState => ({
    ...STATES.live,
    keychain: 'missing',
    accounts: STATES.live.accounts.map((account) => ({ ...account, keptIn })),
  });
  const banner = (page: Page) =>
    page.getByRole('list', { name: 'What needs attention' }).getByRole('listitem');

  test('whoever has signed in until quitting is told so once, quietly', async ({ page, panel }) => {
    await panel.open(kept('memory'));
    await expect(banner(page)).toHaveText(/^Your sign-in is kept only until you quit\./);
    await page.getByText('train-llama').click();
    await expect(page.getByRole('heading', { name: 'train-llama' })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await banner(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner(page)).toHaveCount(0);
  });

  test('a stored credential that is out of reach is trouble', async ({ page, panel }) => {
    await panel.open(kept('keychain'));
    await expect(banner(page)).toContainText('No keychain service is running.');
    await expect(banner(page).getByRole('button', { name: 'Refresh' })).toBeVisible();
  });
});
