import type { Answer } from '../../src/shared/ipc/bridge.ts';
import type { OfferFilter } from '../../src/shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { CLOUD_OFFERS } from './cloud-offers.ts';
import { RENTERS } from './launch-scenes.ts';
import type { Scene } from './scenes.ts';
import { STATES } from './states.ts';

interface OfferScene {
  readonly state?: AppState;
  readonly filter?: OfferFilter;
}

/** Opens the offers of all clouds with this answer; null: none yet. */
export function offersScene(
  answer: Answer<unknown> | null,
  { state = RENTERS, filter }: OfferScene = {},
): Scene {
  return {
    state,
    steps: async (page, panel) => {
      if (answer === null) await panel.hold('readCloudOffers');
      else await panel.answer('readCloudOffers', answer);
      await panel.go({ kind: 'offers', filter: filter ?? null });
      await page.getByRole('heading', { name: 'Offers' }).waitFor();
      if (answer !== null) await page.getByText('Loading offers').waitFor({ state: 'detached' });
    },
  };
}

const FOUND = { ok: true, value: CLOUD_OFFERS } as const;

/** Read for the GPU of the filter. */
const FOUND_H100 = {
  ok: true,
  value: { ...CLOUD_OFFERS, filter: { ...ANY_OFFER, gpu: 'H100' } },
} as const;

const H100 = { ...ANY_OFFER, gpu: 'H100', maxPrice: 2.8 };

/** Price alerts, of which one reads no account. */
export const withAlerts = (state: AppState): AppState => ({
  ...state,
  preferences: {
    ...state.preferences,
    priceWatches: [
      { ...H100, id: 'w', minGpus: 8, minVramGb: 80, isMet: true },
      { ...ANY_OFFER, id: 'w2', gpu: 'pro6000', maxPrice: 0.5, provider: 'rental', isMet: false },
      { ...H100, id: 'w3', gpu: `${'long-name'.repeat(6)}`, isInterruptible: true, isMet: false },
    ],
  },
});

const REFUSED = {
  ok: false,
  refusal: {
    kind: 'network',
    message: 'Failed to reach the service.',
    action: 'Check your network.',
  },
} as const;

/** Offers, and alerts on their prices. */
export const OFFER_SCENES: Readonly<Record<string, Scene>> = {
  offers: offersScene(FOUND),
  'offers, opened': {
    state: RENTERS,
    steps: async (page, panel) => {
      await offersScene(FOUND).steps?.(page, panel);
      await page.getByText('2 more from').click();
    },
  },
  'offers, loading': offersScene(null),
  'offers, none': offersScene({ ok: true, value: { ...CLOUD_OFFERS, offers: [], problems: [] } }),
  'offers, refused': offersScene(REFUSED),
  'offers, without an account': offersScene(FOUND, { state: withAlerts(STATES.firstRun) }),
  'offers, price alerts': offersScene(FOUND, { state: withAlerts(RENTERS) }),
  'offers, of a price alert': offersScene(FOUND_H100, { filter: { ...H100, provider: 'runpod' } }),
};
