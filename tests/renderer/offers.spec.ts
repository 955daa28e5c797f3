import type { Page } from '@playwright/test';
import type { Preferences } from '../../src/shared/settings/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { OFFERS } from './offer-reports.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const BASE_URL = STATES.live.accounts[0]?.baseUrl ?? '';

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
  await page.getByRole('button', { name: 'Prices and offers' }).click();
}

/** The last request to change preferences. */
const lastChange = async (panel: PanelUnderTest) =>
  (await panel.requests()).findLast(({ name }) => name === 'changePreferences');

/** The first cell of each row, with the price. */
async function rows(page: Page): Promise<readonly string[]> {
  const cells = await page.locator('tbody tr').evaluateAll((found) =>
    found.map((row) => {
      const name = row.querySelector('th span')?.textContent ?? '';
      return `${name} ${row.querySelector('td:last-child')?.textContent ?? ''}`;
    }),
  );
  return cells;
}

test('offers are filtered, sorted by their columns, and come with prices on request', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expect(page.getByText('48 shown')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Price for' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '1 GPU' }).first()).toBeVisible();
  expect((await rows(page))[0]).toBe('4090 $0.23');

  await page.getByRole('search').getByLabel('GPU type').selectOption('pro6000');
  await page.getByLabel('GPUs at least').selectOption('≥ 4 GPUs');
  await page.getByLabel('Price at most').fill('1.20');
  await expect(page.getByText(/^\d+ of 48 shown$/)).toBeVisible();
  expect(new Set(await rows(page))).toEqual(new Set(['pro6000 $0.89']));
  await page.getByLabel('Price at most').fill('0,10');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('48 shown')).toBeVisible();

  await page.getByRole('columnheader', { name: 'GPU' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'GPU' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  expect((await rows(page)).at(-1)).toMatch(/^pro6000/);

  await panel.answer('readOffers', { ok: true, value: OFFERS.pricing });
  await page.getByText('Prices', { exact: true }).click();
  await expect(page.getByRole('cell', { name: 'reserved for 6 months' }).first()).toBeVisible();
  const requests = (await panel.requests()).filter(({ name }) => name === 'readOffers');
  expect(requests.map(({ input }) => input)).toEqual([
    { baseUrl: BASE_URL, list: 'search' },
    { baseUrl: BASE_URL, list: 'pricing' },
  ]);
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
  await page.getByRole('button', { name: 'Prices and offers' }).click();
  await expect(page.getByText(/Unexpected response to GET \/search/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('prices need no account, but a service URL', async ({ page, panel }) => {
  await panel.open(STATES.firstRun);
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByLabel('Service URL')).toBeFocused();
  await page.getByLabel('Service URL').fill('api.example.com');
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByText('The service has no offers now.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Service URL')).toBeVisible();
});

test('a service URL that was typed in another way shows the same service', async ({
  page,
  panel,
}) => {
  await panel.open(withWatches(BASE_URL), { kind: 'signIn', accountId: null });
  await panel.answer('readOffers', { ok: true, value: OFFERS.few });
  await page.getByLabel('Service URL').fill(' API.Example.com/ ');
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByRole('button', { name: /^Launch/ })).toHaveCount(6);
  await expect(page.getByText('2 or more pro6000')).toBeVisible();
  await expect(page.getByLabel('Service', { exact: true })).toBeHidden();
});

test('services on one host are listed with their paths', async ({ page, panel }) => {
  const accounts = STATES.twoAccounts.accounts.map((account) => ({
    ...account,
    baseUrl: `https://api.example.com:8443/${account.id}`,
  }));
  await panel.open({ ...STATES.twoAccounts, accounts });
  await page.getByRole('button', { name: 'Prices and offers' }).click();
  const service = page.getByLabel('Service', { exact: true });
  await expect(service.getByRole('option')).toHaveText([
    'api.example.com:8443/a1',
    'api.example.com:8443/a2',
  ]);
});

test('every price has the currency symbol that the user set', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByText('Price alerts').click();
  await panel.become(withPreferences({ currency: '€' }));
  await expect(page.getByRole('columnheader', { name: '€/h' })).toBeVisible();
  await expect(page.getByLabel('Price at most, €/h')).toHaveAttribute('placeholder', 'Max €/h');
  await expect(page.getByText('€/h each.')).toBeVisible();
  expect(await page.locator('main').innerText()).not.toContain('$');
});

test('a price alert is added, with its price now, and removed', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByText('Price alerts').click();
  await page.getByLabel('GPU type').last().selectOption('pro6000');
  await page.getByLabel('Number of GPUs').fill('2');
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

  await panel.become(withWatches(BASE_URL));
  const row = page
    .getByRole('listitem')
    .filter({ hasText: '2 or more pro6000 at $0.50/h or less' });
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
  await page.getByRole('button', { name: 'Prices and offers' }).click();
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
    await page.getByRole('button', { name: 'Prices and offers' }).click();
    const row = page.getByRole('listitem').filter({ hasText: '2 or more pro6000' });
    await expect(row).toHaveText('2 or more pro6000 at $0.50/h or less, each');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect.poll(() => lastChange(panel)).toMatchObject({ input: { priceWatches: [] } });
  });

test('a refresh keeps filters, order, a half-typed price alert, and the offers if it fails', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const header = page.getByRole('columnheader', { name: 'GPU' });
  await header.getByRole('button').click();
  const filter = page.getByRole('search').getByLabel('GPU type');
  await filter.selectOption('pro6000');
  await page.getByText('Price alerts').click();
  await page.getByLabel('GPU type').last().selectOption('pro6000');
  await page.getByLabel('Price per hour of one GPU').fill('1.2');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const shows = async (count: string) => {
    await expect(page.getByText(count)).toBeVisible();
    await expect(refresh).toBeFocused();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(filter).toHaveValue('pro6000');
    await expect(page.getByLabel('GPU type').last()).toHaveValue('pro6000');
    await expect(page.getByLabel('Price per hour of one GPU')).toHaveValue('1.2');
  };

  await panel.hold('readOffers');
  await refresh.click();
  await expect(page.getByText('Loading offers…')).toBeVisible();
  await shows('12 of 48 shown');
  const refusal = { kind: 'server', message: 'HTTP 500.', action: 'Try again.' } as const;
  await panel.answer('readOffers', { ok: false, refusal });
  await panel.release();
  await expect(page.getByText('HTTP 500. Try again.')).toBeVisible();
  await shows('12 of 48 shown');

  const value = { ...OFFERS.search, offers: OFFERS.search.offers.slice(-4), count: 4 };
  await panel.answer('readOffers', { ok: true, value });
  await refresh.click();
  await shows('4 shown');
  await panel.answer('readOffers', { ok: true, value: OFFERS.few });
  await refresh.click();
  await expect(page.getByText('0 of 6 shown; the service has at least 6')).toBeVisible();
  await expect(filter).toHaveValue('pro6000');
  await expect(page.getByLabel('GPU type').last()).toHaveValue('pro6000');
});
