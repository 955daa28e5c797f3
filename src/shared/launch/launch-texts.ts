import {
  counted,
  exactMoney,
  formatDuration,
  formatMoney,
  formatRate,
  HOUR_MS,
  joined,
  shortDate,
} from '../format/index.ts';
import type { GpuOffer, OfferTerms } from '../offers/gpu-offer.ts';
import { offeredGpu } from '../offers/offer-list.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { LocalKey } from './order.ts';

/** As billing systems count a month. */
const HOURS_PER_MONTH = 730;

export const termsText = (terms: OfferTerms): string =>
  terms === 'onDemand' ? 'on demand' : terms;

/** `2 × H100 SXM 80 GB`. */
export function offeredGpus(offer: Pick<GpuOffer, 'gpu' | 'gpuText' | 'gpuCount'>): string {
  const gpu = offeredGpu(offer) || 'unknown GPU';
  return offer.gpuCount === null ? gpu : `${offer.gpuCount} × ${gpu}`;
}

/** `Cloud secure · EU-RO-1 · on demand · until Jun 1`. */
export const offeredPlace = ({ provider, tier, where, terms, endsAt }: GpuOffer): string =>
  joined([
    joined([PROVIDERS[provider].name, tier], ' '),
    where,
    terms && termsText(terms),
    endsAt && `until ${shortDate(endsAt)}`,
  ]);

/** `$2.70/h`; of a reservation, which is paid at once, `$1,452 for 3 months`. @param perHour $/h of the machine */
export const priceText = (perHour: number, months: number | null): string =>
  months === null
    ? formatRate(perHour)
    : `${formatMoney(perHour * HOURS_PER_MONTH * months)} for ${counted(months, 'month')}`;

/** `$64.80 a day · $1,971 a month`. */
export const longerCosts = (perHour: number): string =>
  `${formatMoney(perHour * 24)} a day · ${formatMoney(perHour * HOURS_PER_MONTH)} a month`;

/** The warning that a balance lasts less than an hour; null: it lasts longer, or is unknown. */
export function balanceWarning(balance: number | null, perHour: number | null): string | null {
  if (balance === null || perHour === null || balance >= perHour) return null;
  if (balance <= 0) return 'Your balance is used up.';
  const lasts = formatDuration((balance / perHour) * HOUR_MS);
  return `Your balance of ${exactMoney(balance)} lasts ${lasts} at this rate.`;
}

/** `ssh-ed25519 · lea@laptop · ~/.ssh/id_ed25519.pub`. */
export const keyText = ({ type, comment, file }: LocalKey): string => joined([type, comment, file]);
