import { draftOfOffer, gpusOf, type Offer } from '../../../shared/domain/index.ts';
import { formatRate, shortLabel } from '../../../shared/format/index.ts';
import type { PriceWatch } from '../../../shared/offers/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import type { Notification } from '../kernel/ports.ts';

/** A watched price was met. A click opens the form that launches a VM at it; without an account, the offers. */
export function priceNotification(
  { baseUrl, gpuType, minGpus, maxPrice }: PriceWatch,
  { offer, price }: { readonly offer: Offer; readonly price: number },
  { accounts, preferences: { currency } }: Pick<AppState, 'accounts' | 'preferences'>,
): Notification {
  const account = accounts.find((one) => one.baseUrl === baseUrl);
  const free = gpusOf(offer) ?? minGpus;
  const where = offer.node === null ? '' : ` on ${shortLabel(offer.node)}`;
  const name = shortLabel(gpuType);
  return {
    batch: { many: 'prices you wait for', name, ratePerHour: null },
    title: `${name} for ${formatRate(price, currency)} each`,
    body: `${free} available${where}. You asked for ${minGpus} or more at ${formatRate(maxPrice, currency)} or less. Click to ${account === undefined ? 'see the offers' : 'launch one'}.`,
    destination:
      account === undefined
        ? { kind: 'offers', baseUrl }
        : { kind: 'launch', accountId: account.id, draft: draftOfOffer(offer, minGpus) },
  };
}
