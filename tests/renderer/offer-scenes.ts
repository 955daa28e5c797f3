import type { Answer } from '../../src/shared/ipc/bridge.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { OFFERS } from './offer-reports.ts';
import type { Scene } from './scenes.ts';
import { STATES } from './states.ts';

const SCREEN = { kind: 'offers', baseUrl: 'https://api.example.com' } as const;

/** Opens the offers with this answer. */
function offersScene(answer: Answer<unknown> | null): Scene {
  return {
    state: STATES.live,
    steps: async (page, panel) => {
      if (answer === null) await panel.hold('readOffers');
      else await panel.answer('readOffers', answer);
      await panel.go(SCREEN);
      await page.getByRole('heading', { name: 'Offers' }).waitFor();
      if (answer !== null) await page.getByText('Loading offers').waitFor({ state: 'detached' });
    },
  };
}

/** Opens the offers of all clouds with this answer. */
function cloudScene(answer: Answer<unknown> | null, state: Scene['state'] = STATES.live): Scene {
  return {
    state,
    steps: async (page, panel) => {
      if (answer === null) await panel.hold('readCloudOffers');
      else await panel.answer('readCloudOffers', answer);
      await panel.go({ kind: 'offers', baseUrl: '' });
      await page.getByRole('heading', { name: 'Offers' }).waitFor();
      if (answer !== null) await page.getByText('Loading offers').waitFor({ state: 'detached' });
    },
  };
}

const CLOUDS = { ok: true, value: CLOUD_OFFERS } as const;

const PRICE_ALERT = {
  ...{ id: 'w', baseUrl: 'https://api.example.com', gpuType: 'pro6000' },
  ...{ minGpus: 2, maxPrice: 0.5, isMet: false },
};

const REFUSED = {
  ok: false,
  refusal: {
    kind: 'network',
    message: 'Failed to reach the service.',
    action: 'Check your network.',
  },
} as const;

/** Price alerts here and at services without an account. */
const manyServices = {
  ...STATES.live,
  preferences: {
    ...STATES.live.preferences,
    priceWatches: [
      PRICE_ALERT,
      { ...PRICE_ALERT, id: 'w2', baseUrl: 'https://api.example.com/v2' },
      { ...PRICE_ALERT, id: 'w3', baseUrl: `https://${'long-name.'.repeat(8)}example.com:8443/v1` },
    ],
  },
};

/** Prices and offers. */
export const OFFER_SCENES: Readonly<Record<string, Scene>> = {
  offers: offersScene({ ok: true, value: OFFERS.search }),
  'offers, opened': {
    state: STATES.live,
    steps: async (page, panel) => {
      await offersScene({ ok: true, value: OFFERS.search }).steps?.(page, panel);
      await page.getByRole('button', { name: '4090', exact: true }).click();
      await page.getByRole('button', { name: 'Watch pro6000' }).click();
    },
  },
  'offers of all clouds': cloudScene(CLOUDS, STATES.clouds),
  'offers of all clouds, opened': {
    state: STATES.clouds,
    steps: async (page, panel) => {
      await cloudScene(CLOUDS).steps?.(page, panel);
      await page.getByRole('button', { name: '2 more from' }).click();
    },
  },
  'offers of all clouds, loading': cloudScene(null),
  'offers of all clouds, without an account': cloudScene(CLOUDS, STATES.firstRun),
  'offers, in part': offersScene({ ok: true, value: OFFERS.few }),
  'offers, price alerts': {
    state: {
      ...STATES.live,
      preferences: {
        ...STATES.live.preferences,
        priceWatches: [PRICE_ALERT],
      },
    },
    steps: async (page, panel) => {
      await panel.answer('readOffers', { ok: true, value: OFFERS.search });
      await panel.go(SCREEN);
      await page.getByText('Now $0.89/h').waitFor();
    },
  },
  prices: offersScene({ ok: true, value: OFFERS.pricing }),
  'offers, none': offersScene({ ok: true, value: OFFERS.none }),
  'offers, loading': offersScene(null),
  'offers, refused': offersScene(REFUSED),
  'offers, several services, refused': { ...offersScene(REFUSED), state: manyServices },
  'offers, several services, refresh failed': {
    state: manyServices,
    steps: async (page, panel) => {
      await offersScene({ ok: true, value: OFFERS.search }).steps?.(page, panel);
      await panel.answer('readOffers', REFUSED);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Check your network.').waitFor();
    },
  },
};
