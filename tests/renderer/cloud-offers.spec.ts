import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { RENTERS } from './launch-scenes.ts';
import { withAlerts } from './offer-scenes.ts';
import { expect, type PanelUnderTest, test } from './panel-test.ts';
import { STATES } from './states.ts';

const SCREEN = { kind: 'offers', filter: null } as const;

const wishes = async (panel: PanelUnderTest) =>
  (await panel.requests()).flatMap(({ name, input }) =>
    name === 'readCloudOffers' ? [input] : [],
  );

test('lists the offers of all clouds, filters them, and opens those of one kind', async ({
  page,
  panel,
}) => {
  await panel.open(RENTERS);
  const value = { ...CLOUD_OFFERS, isComplete: true };
  await panel.answer('readCloudOffers', { ok: true, value });
  await panel.go(SCREEN);
  const rows = page.getByRole('main').locator('ul').first().locator('> li');
  await expect(rows).toContainText([
    'RTX 4090 24 GB$0.35/h',
    'RTX PRO 6000 Max-Q 96 GB$1.08/h',
    'H100 SXM 80 GB$2.70/h',
    'H100 SXM 80 GB$23.92/h',
  ]);
  await expect(rows).toContainText([
    '1 × · Vast.ai verified · Norway, NO2 more from $0.36 per GPU',
    '1 × · Vast.ai · Bulgaria, BG',
    '1 × · RunPod secure · EU-RO-1',
    '8 × · lab · us-east-1 · plus tax$2.99 per GPU',
  ]);
  await expect(page.getByRole('status').first()).toContainText(
    'example: Failed to reach the service. Check your network.',
  );
  await page.getByText('2 more from').click();
  await expect(rows.first().getByRole('listitem')).toContainText([
    'Quebec, CA$0.36/h',
    'Iowa, US$0.41/h',
  ]);
  await page.getByLabel('GPU, such as H100').fill('h100');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Up to $/h per GPU').fill('2.80');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('GPU, such as H100').fill('4090d');
  await expect(page.getByText('No offer matches.')).toBeVisible();
  await page.getByLabel('Number of GPUs').selectOption('4+ GPUs');
  await page.getByLabel('Interruptible').check();
  await expect
    .poll(() => wishes(panel))
    .toEqual([
      ANY_OFFER,
      { ...ANY_OFFER, minGpus: 4 },
      { ...ANY_OFFER, minGpus: 4, isInterruptible: true },
    ]);
});

test('reads the offers of a typed GPU where the list has the cheapest alone', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live);
  await panel.answer('readCloudOffers', { ok: true, value: { ...CLOUD_OFFERS, offers: [] } });
  await panel.go(SCREEN);
  await expect(page.getByText('No offers available now.')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('the cheapest ones only');
  const filter = { ...ANY_OFFER, gpu: 'H100' };
  await panel.answer('readCloudOffers', { ok: true, value: { ...CLOUD_OFFERS, filter } });
  await page.getByLabel('GPU, such as H100').pressSequentially('H100 ');
  await expect(page.getByText('H100 SXM 80 GB', { exact: true })).toHaveCount(2);
  await panel.hold('readCloudOffers');
  await page.getByLabel('GPU, such as H100').fill('B200');
  await expect(page.getByRole('status').first()).toContainText('Loading');
  await expect(page.getByText('No offer matches.')).toBeHidden();
  await expect
    .poll(() => wishes(panel))
    .toEqual([ANY_OFFER, { ...ANY_OFFER, gpu: 'H100' }, { ...ANY_OFFER, gpu: 'B200' }]);
});

test('opens again as it was left, and reads again', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.go(SCREEN);
  await page.getByLabel('GPU, such as H100').fill('4090');
  await expect(page.getByText('RTX 4090 24 GB', { exact: true })).toBeVisible();
  await panel.go({ kind: 'vms' });
  await panel.hold('readCloudOffers');
  await panel.go(SCREEN);
  await expect(page.getByText('RTX 4090 24 GB', { exact: true })).toBeVisible();
  await expect(page.getByLabel('GPU, such as H100')).toHaveValue('4090');
  await expect(page.getByRole('status').first()).toContainText(/updated \d+:\d+.*Loading/);
});

test('an earlier answer replaces no later one', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.hold('readCloudOffers');
  await panel.go(SCREEN);
  await page.getByLabel('Interruptible').check();
  await expect.poll(() => wishes(panel)).toHaveLength(2);
  await panel.release();
  await expect(page.getByText('No offer matches.')).toBeVisible();
});

test('needs no account for public offers, and says what the others need', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.firstRun);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  expect(await panel.requests()).toEqual([]);
  await page.getByRole('button', { name: 'See prices without signing in' }).click();
  await expect(page.getByText('RTX 4090 24 GB', { exact: true })).toBeVisible();
  await expect(page.getByText('Offers of Vast.ai are public')).toContainText(
    'Others and price alerts need an account.',
  );
});

test('a price alert is made of the filters, and not twice', async ({ page, panel }) => {
  await panel.open(STATES.live);
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.go(SCREEN);
  const notify = page.getByRole('button', { name: 'Notify me at this price' });
  await expect(notify).toBeDisabled();
  await page.getByLabel('GPU, such as H100').fill('h100 80 GB');
  await page.getByLabel('Up to $/h per GPU').fill('2,00');
  await page.getByLabel('Cloud').selectOption('RunPod');
  await notify.click();
  const change = async () =>
    (await panel.requests()).findLast(({ name }) => name === 'changePreferences');
  const { id: _, ...watch } = {
    ...{ ...ANY_OFFER, id: '', gpu: 'h100 80 GB', maxPrice: 2 },
    ...{ provider: 'runpod' as const, isMet: false },
  };
  await expect.poll(change).toMatchObject({ input: { priceWatches: [watch] } });
  const preferences = { ...STATES.live.preferences, priceWatches: [{ ...watch, id: 'w' }] };
  await panel.become({ ...STATES.live, preferences });
  await expect(
    page.getByText('h100 80 GB, up to $2.00/h per GPU, on demand, RunPod'),
  ).toBeVisible();
  await expect(notify).toHaveCount(0);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(change).toMatchObject({ input: { priceWatches: [] } });
});

test('a price alert says what it lacks, and shows its offers', async ({ page, panel }) => {
  await panel.open(withAlerts(STATES.firstRun));
  await panel.answer('readCloudOffers', { ok: true, value: CLOUD_OFFERS });
  await panel.go(SCREEN);
  const alerts = page.getByRole('region', { name: 'Price alerts' }).getByRole('listitem');
  await expect(alerts).toHaveCount(3);
  await expect(alerts.nth(1)).toContainText('Needs an account at GPU rental service');
  await alerts.first().getByRole('button', { name: /^H100/ }).click();
  await expect(page.getByLabel('Up to $/h per GPU')).toHaveValue('2.8');
  await expect(page.getByLabel('Number of GPUs')).toHaveValue('8');
});
