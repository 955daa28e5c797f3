import type { RequestOutput } from '../../src/shared/ipc/contract.ts';
import { gpuOf } from '../../src/shared/offers/gpu-names.ts';
import type { FoundOffer } from '../../src/shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { NOW } from './make-vm.ts';

type Change = Partial<FoundOffer> & { readonly perHour?: number; readonly oneGb?: number };

const offer = (gpuText: string, { perHour = 1, oneGb, ...change }: Change): FoundOffer => ({
  ...{ provider: 'vast', account: null, offer: '1', gpu: gpuOf(gpuText, oneGb ?? null), gpuText },
  ...{ gpuCount: 1, vramGb: null, where: null, tier: null, terms: 'onDemand', stock: null },
  price: { perHour, diskGb: 100, extra: [] },
  endsAt: null,
  ...change,
});

const vast = (id: number, perHour: number, where: string) =>
  offer('RTX 4090', {
    ...{ offer: `${id}`, perHour, where, tier: 'verified', oneGb: 24, stock: 1 },
  });

/** Of four clouds, one of which did not answer, with the account ids of `RENTERS`. */
export const CLOUD_OFFERS: RequestOutput<'readCloudOffers'> = {
  offers: [
    vast(1, 0.35, 'Norway, NO'),
    vast(2, 0.36, 'Quebec, CA'),
    vast(3, 0.41, 'Iowa, US'),
    offer('NVIDIA H100 80GB HBM3', {
      ...{ provider: 'runpod', account: 'p', perHour: 2.7, oneGb: 80, tier: 'secure' },
      ...{ where: 'EU-RO-1', stock: 'low' },
    }),
    offer('H100 (80 GB SXM5)', {
      ...{ provider: 'lambda', account: 'l', gpuCount: 8, oneGb: 80, where: 'us-east-1' },
      price: { perHour: 23.92, diskGb: 22_528, extra: ['tax'] },
    }),
    offer('RTX PRO 6000 Max-Q', { perHour: 1.08, oneGb: 96, where: 'Bulgaria, BG' }),
  ],
  isComplete: false,
  filter: ANY_OFFER,
  at: NOW - 120_000,
  problems: [
    {
      provider: 'rental',
      account: 'a1',
      message: 'Failed to reach the service. Check your network.',
    },
  ],
};
