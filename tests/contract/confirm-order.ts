import type { Application } from '../../src/core/app/index.ts';
import { makeVm } from '../../src/shared/domain/testing/records.ts';
import { presetLike, presetOffer } from '../../src/shared/launch/preset-of-order.ts';
import type { FoundOffer } from '../../src/shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import type { SharedTime } from './shared-time.ts';

interface Orders {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** What reads the price of an offer. */
  readonly offers: string;
  readonly gpu: string;
}

/** Where each provider takes orders, and a GPU that its simulator has. */
export const ORDERS: Readonly<Record<ProviderId, Orders>> = {
  rental: { method: 'POST', path: '/vms', offers: '/search', gpu: '4090' },
  runpod: { method: 'POST', path: '/v2/pods', offers: '/v2/catalog/gpus', gpu: 'pro 6000' },
  vast: { method: 'PUT', path: '/api/v0/asks/', offers: '/api/v0/bundles/', gpu: '4090' },
  lambda: {
    method: 'POST',
    path: '/api/v1/instance-operations/launch',
    offers: '/api/v1/instance-types',
    gpu: 'a10',
  },
};

/** That the simulated accounts have, where accounts have keys. */
const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

interface Place {
  readonly provider: ProviderId;
  readonly baseUrl: string;
  readonly key: string;
}

/** The order of this offer with what is preselected, at the price that was read. */
async function chooseOrder(
  { requests }: Pick<Application, 'requests'>,
  { passUntil }: Pick<SharedTime, 'passUntil'>,
  accountId: string,
  { account: _, ...found }: FoundOffer,
) {
  const choices = await passUntil(requests.readLaunchChoices({ accountId, offer: found }));
  const { keys, hasName, defaultImage, images, disk, months } = choices;
  const diskGb = disk?.usual ?? null;
  const offer =
    (await passUntil(requests.readQuote({ accountId, offer: found.offer, diskGb }))) ?? found;
  const login =
    keys === null
      ? ({ method: 'publicKey', publicKey: KEY } as const)
      : ({ method: 'registered', id: keys[0]?.id ?? null } as const);
  const name = hasName ? 'train' : null;
  const image = defaultImage ?? images[0]?.id ?? null;
  return {
    accountId,
    order: { offer, login, diskGb, image, name, bid: null, months: months[0] ?? null },
    maxPerHour: offer.price.perHour,
    mayAddKey: false,
    stopLater: null,
    password: null,
  };
}

/** Signs in, and makes the order of the cheapest machine with one GPU, at the price that was read. */
export async function confirmOrder(
  application: Application,
  time: Pick<SharedTime, 'pass' | 'passUntil'>,
  { provider, ...place }: Place,
) {
  const { requests } = application;
  const signIn = { provider, ...place, accountId: null };
  const { accountId } = await time.passUntil(requests.signInWithKey(signIn));
  const { gpu } = ORDERS[provider];
  const wanted = { provider, gpu, gpuCount: 1, where: null, tier: null, terms: null };
  const preset = { ...presetLike(makeVm({ id: 'x', status: 'running' }), provider), ...wanted };

  async function findOffer() {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const { offers } = await time.passUntil(requests.readCloudOffers(ANY_OFFER));
      const offer = presetOffer(offers, preset);
      if (offer !== null) return offer;
      await time.pass(60_000);
    }
    throw new Error('everything is sold out');
  }

  return chooseOrder(application, time, accountId, await findOffer());
}
