import type { GpuOffer } from '../../offers/gpu-offer.ts';
import type { CurrentLaunch } from '../current-launch.ts';
import type { LaunchOrder } from '../order.ts';

export const OFFER: GpuOffer = {
  ...{ provider: 'runpod', offer: 'H100/secure/1', gpuText: 'H100', gpuCount: 1, vramGb: 80 },
  gpu: { family: 'H100', form: 'SXM', vramGb: 80 },
  ...{ where: 'EU-RO-1', tier: 'secure', terms: 'onDemand', stock: 'low', endsAt: null },
  price: { perHour: 2, diskGb: 50, extra: [] },
};

export const LOCAL_KEY = `ssh-ed25519 ${'A'.repeat(68)}`;

export const ORDER: LaunchOrder = {
  ...{ offer: OFFER, name: 'train', image: null, diskGb: 50, bid: null, months: null },
  login: { method: 'publicKey', publicKey: `${LOCAL_KEY} me@home` },
};

export const makeLaunch = (
  known: Pick<CurrentLaunch, 'accountId' | 'phase'> & Partial<CurrentLaunch>,
): CurrentLaunch => ({
  ...{ order: ORDER, mark: null, startedAt: 0, vmIds: [], confirmedPerHour: 2 },
  newOffer: null,
  text: { errors: {}, message: null, action: null },
  ...known,
});
