import type { Page } from '@playwright/test';
import { EMPTY_DRAFT } from '../../src/shared/domain/vm-order.ts';
import type { Preferences } from '../../src/shared/settings/preferences.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { OFFERS } from './offer-reports.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const BY_URL = { kind: 'signIn', accountId: null, provider: 'rental' } as const;

const BASE_URL = STATES.live.accounts[0]?.baseUrl ?? '';

const SCREEN = { kind: 'offers', baseUrl: BASE_URL } as const;

const withPreferences = (change: Partial<Preferences>): AppState => ({
  ...STATES.live,
  preferences: { ...STATES.live.preferences, ...change },
});

/** With a price alert at each of these services. */
function withWatches(...baseUrls: readonly string[]): AppState {
  const priceWatches = baseUrls.map((baseUrl, index) => ({
    ...{ id: `w${index}`, baseUrl, gpuType: 'pro6000', minGpus: 2, maxPrice: 0.5, isMet: false },
  }));
  return withPreferences({ priceWatches });
}

async function open(page: Page, panel: PanelUnderTest, value: object = OFFERS.search) {
  await panel.open(STATES.live);
  await panel.answer('readOffers', { ok: true, value });
  await panel.go(SCREEN);
  await page.getByRole('button', { name: 'Launch 4090', exact: true }).waitFor();
}

/** The last request to change preferences. */
const lastChange = async (panel: PanelUnderTest) =>
  (await panel.requests()).findLast(({ name }) => name === 'changePreferences');

test('a group per GPU says its prices and what is free, and opens for its nodes', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const groups = page.getByRole('main').getByRole('listitem');
  await expect(groups).toHaveText([
    /^4090.*from \$0\.23 interruptible · \$0\.39 on demand · 24 free$/,
    /^5090.*from \$0\.41 interruptible · \$0\.69 on demand · 39 free$/,
    /^pro6000.*from \$0\.89 interruptible · \$1\.49 on demand · 30 free$/,
  ]);
  const toggle = page.getByRole('button', { name: '4090', exact: true });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const nodes = groups.first().getByRole('listitem');
  await expect(nodes.first()).toHaveText('vm067 freeLaunch 4090 on vm06');
  await toggle.click();
  await expect(nodes).toHaveCount(0);
  const requests = (await panel.requests()).filter(({ name }) => name === 'readOffers');
  expect(requests.map(({ input }) => input)).toEqual([
    { baseUrl: BASE_URL, list: 'prices' },
    { baseUrl: BASE_URL, list: 'offers' },
  ]);
});

test('what has no free GPU is shown on request', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByRole('button', { name: '5090', exact: true }).click();
  const full = page.getByText('vm19', { exact: true });
  await expect(full).toHaveCount(0);
  await page.getByRole('button', { name: 'Show unavailable' }).click();
  await expect(full).toBeVisible();
  await page.getByRole('button', { name: 'Hide unavailable' }).click();
  await expect(full).toHaveCount(0);
});

test('reservations of the price list are shown with the nodes', async ({ page, panel }) => {
  await open(page, panel, OFFERS.pricing);
  await expect(page.getByText('reserved for')).toHaveCount(0);
  await page.getByRole('button', { name: '4090', exact: true }).click();
  await expect(page.getByText('$0.31 reserved for 6 months')).toBeVisible();
});

const UNREADABLE = {
  ok: false,
  refusal: {
    kind: 'incompatible',
    message: 'Unexpected response to GET /search: an object with the keys regions.',
    action: 'Check the service URL.',
  },
} as const;

test('a response that cannot be read shows what was found instead', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.answer('readOffers', UNREADABLE);
  await panel.go(SCREEN);
  await expect(page.getByText(/Unexpected response to GET \/search/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('prices need no account, but a service URL', async ({ page, panel }) => {
  await panel.open(STATES.firstRun, BY_URL);
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByLabel('Service URL')).toBeFocused();
  await page.getByLabel('Service URL').fill('api.example.com');
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByText('No offers available now.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Service URL')).toBeVisible();
});

test('a service URL that was typed in another way shows the same service', async ({
  page,
  panel,
}) => {
  await panel.open(withWatches(BASE_URL), BY_URL);
  await panel.answer('readOffers', { ok: true, value: OFFERS.few });
  await page.getByLabel('Service URL').fill(' API.Example.com/ ');
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByRole('button', { name: /^Launch/ })).toHaveCount(2);
  await expect(page.getByText('2+ pro6000')).toBeVisible();
  const options = page.getByLabel('Service', { exact: true }).getByRole('option');
  await expect(options).toHaveCount(2);
});

test('services are listed by their accounts, or their host without a port', async ({
  page,
  panel,
}) => {
  const accounts = STATES.twoAccounts.accounts.map((account) => ({
    ...account,
    baseUrl: `https://api.example.com:8443/${account.id}`,
  }));
  const baseUrl = 'https://api.example.com:8443/old';
  const watch = { id: 'w', baseUrl, gpuType: '4090', minGpus: 1, maxPrice: 1, isMet: false };
  const preferences = { ...STATES.twoAccounts.preferences, priceWatches: [watch] };
  await panel.open({ ...STATES.twoAccounts, accounts, preferences });
  await panel.go({ kind: 'offers', baseUrl: accounts[0]?.baseUrl ?? '' });
  const service = page.getByLabel('Service', { exact: true });
  await expect(service.getByRole('option')).toHaveText([
    ...['All clouds', 'lea', 'Team Blue', 'api.example.com/old'],
  ]);
});

test('a price alert is added, with its price now, and removed', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByRole('button', { name: 'Watch pro6000' }).click();
  const price = page.getByLabel('Price per hour of one GPU');
  await expect(price).toHaveValue('0.89');
  await page.getByLabel('Number of GPUs').fill('2');
  await price.fill('cheap');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a whole number' })).toBeVisible();
  await page.getByLabel('Price per hour of one GPU').fill('1,20');
  await page.getByRole('button', { name: 'Add' }).click();
  const change = () => lastChange(panel);
  await expect.poll(change).toMatchObject({
    input: {
      priceWatches: [
        { baseUrl: BASE_URL, gpuType: 'pro6000', minGpus: 2, maxPrice: 1.2, isMet: false },
      ],
    },
  });

  await expect(price).toBeHidden();
  await panel.become(withWatches(BASE_URL));
  const row = page.getByRole('listitem').filter({ hasText: '2+ pro6000 at $0.50/h or less' });
  await expect(row).toContainText('Now $0.89/h');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(change).toMatchObject({ input: { priceWatches: [] } });
});

test('a price alert of a service without an account is shown and removed', async ({
  page,
  panel,
}) => {
  await panel.open(withWatches(BASE_URL, 'https://other.example.com'));
  await panel.answer('readOffers', { ok: true, value: OFFERS.search });
  await panel.go(SCREEN);
  await page.getByLabel('Service', { exact: true }).selectOption('other.example.com');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect
    .poll(() => lastChange(panel))
    .toMatchObject({ input: { priceWatches: [{ baseUrl: BASE_URL }] } });
});

for (const [name, answer] of [
  ['refused', { ok: false, refusal: { kind: 'server', message: 'HTTP 500.', action: '' } }],
  ['not recognized', UNREADABLE],
] as const)
  test(`a price alert is shown and removed while the offers are ${name}`, async ({
    page,
    panel,
  }) => {
    await panel.open(withWatches(BASE_URL));
    await panel.answer('readOffers', answer);
    await panel.go(SCREEN);
    const row = page.getByRole('listitem').filter({ hasText: '2+ pro6000' });
    await expect(row).toHaveText('2+ pro6000 at $0.50/h or less each');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect.poll(() => lastChange(panel)).toMatchObject({ input: { priceWatches: [] } });
  });

test('a refresh keeps a half-typed price alert, and the offers if it fails', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.getByRole('button', { name: 'Watch pro6000' }).click();
  const price = page.getByLabel('Price per hour of one GPU');
  await price.fill('1.2');
  const refresh = page.getByRole('button', { name: 'Refresh' });

  await panel.hold('readOffers');
  await refresh.click();
  await expect(page.getByText('Loading offers…')).toBeVisible();
  await expect(refresh).toBeFocused();
  const refusal = { kind: 'server', message: 'HTTP 500.', action: 'Try again.' } as const;
  await panel.answer('readOffers', { ok: false, refusal });
  await panel.release();
  await expect(page.getByText('HTTP 500. Try again.')).toBeVisible();
  await expect(page.getByText('24 free')).toBeVisible();
  await expect(price).toHaveValue('1.2');

  await panel.answer('readOffers', { ok: true, value: OFFERS.few });
  await refresh.click();
  await expect(page.getByText('The service has at least 6 offers.')).toBeVisible();
  await expect(page.getByText('24 free')).toHaveCount(0);
});

test('the tabs keep what was typed, and an offer opens the form filled in', async ({
  page,
  panel,
}) => {
  const order = { ...EMPTY_DRAFT, gpuType: '5090', storageGb: '200', template: '102' };
  await panel.open(withPreferences({ lastOrder: order }));
  await panel.answer('readOffers', { ok: true, value: OFFERS.search });
  await panel.go({ kind: 'launch', accountId: null, draft: null });
  await expect(page.getByLabel('Template')).toHaveValue('102');
  await page.getByLabel('Disk').fill('300');
  await page.getByText('Offers', { exact: true }).click();
  await page.getByText('Launch', { exact: true }).first().click();
  await expect(page.getByLabel('Disk')).toHaveValue('300');

  await page.getByText('Offers', { exact: true }).click();
  await page.getByRole('button', { name: '4090', exact: true }).click();
  await page.getByRole('button', { name: 'Launch 4090 on vm06' }).click();
  await expect(page.getByRole('heading', { name: 'Launch a VM' })).toBeFocused();
  await expect(page.getByLabel('GPU', { exact: true })).toHaveValue('4090');
  await expect(page.getByLabel('Node')).toHaveValue('vm06');
  await expect(page.getByLabel('Disk')).toHaveValue('300');
  await expect(page.getByText('$0.39/h', { exact: true })).toBeVisible();
});
