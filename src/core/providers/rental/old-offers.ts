import type { OfferList } from '../../../shared/domain/offer.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { createHttp, type Http, type HttpPorts } from '../http/http.ts';
import { readPublicList } from './offers.ts';
import { isRentalError } from './own-error.ts';

// For the launch form and `gpu-tray launch`, until both order offers.

export type PublicList = 'offers' | 'prices';

export const publicHttp = (base: BaseUrl, ports: HttpPorts): Http =>
  createHttp(base, { ...ports, isOwnError: isRentalError });

export async function readOffers(
  http: Http,
  list: PublicList,
  signal?: AbortSignal,
): Promise<OfferList> {
  const read: Parameters<typeof readPublicList>[0]['read'] = (request) =>
    http({ method: 'GET', ...request });
  const { offers, ...about } = await readPublicList(
    { read },
    list === 'offers' ? '/search' : '/pricing',
    signal,
  );
  return {
    ...about,
    offers: offers.map(({ price, isOfOne, rental, ...offer }) => ({
      ...offer,
      rentalType: rental,
      pricePerHour: price === null ? null : price * (isOfOne ? offer.gpuCount || 1 : 1),
      pricePerGpu: isOfOne || offer.gpuCount === 1 ? price : null,
    })),
  };
}
