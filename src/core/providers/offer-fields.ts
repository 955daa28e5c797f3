import { clipped, counted, printable } from '../../shared/format/index.ts';
import { gpuOf, soldGb } from '../../shared/offers/gpu-names.ts';
import type { GpuOffer, OfferReading } from '../../shared/offers/gpu-offer.ts';
import { MAX_ITEMS, money, shortText, text } from './http/read.ts';

// Fields of offers that adapters share.

/** A provider's word as one short line; null: there is none. */
export const line = (sent: unknown) => clipped(printable(text(sent) ?? ''), 60) || null;

/** A handle of an order, unchanged; null: printing would change the handle. */
export function handleOf(sent: unknown): string | null {
  const handle = shortText(sent, 100);
  return handle !== null && printable(handle) === handle ? handle : null;
}

/** $/h; null: unknown, as 0 is, since no GPU is free. */
export const hourly = (sent: unknown) => money(sent) || null;

/** Null: none, or more than any machine has. */
const upTo = (max: number, sent: number | null) => (sent && sent <= max ? sent : null);

/** @param sentGb of one GPU; NaN and null: unknown @param sentCount null: unknown */
export function gpusOf(text: string, sentGb: number | null, sentCount: number | null) {
  const [gb, gpuCount] = [upTo(10_000, sentGb), upTo(1_024, sentCount)];
  const gpu = gpuOf(text, gb);
  const ofOne = gpu?.vramGb ?? (gb === null ? null : soldGb(gb));
  const vramGb = ofOne === null || gpuCount === null ? null : ofOne * gpuCount;
  return { gpu, gpuCount, vramGb };
}

/** The offers of several records, each handle once at a price, as many as are kept. @param skipped unreadable records */
export function offerReading(
  records: readonly (readonly GpuOffer[])[],
  skipped: number,
): OfferReading {
  // Without a node, offers of the rental service have one handle.
  const keyOf = ({ offer, price }: GpuOffer) => `${price.perHour} ${offer}`;
  const offers = [...new Map(records.flat().map((offer) => [keyOf(offer), offer])).values()];
  const found = counted(skipped, 'unreadable offer');
  const problem = { kind: 'incompatible', endpoint: 'the list of offers', found } as const;
  return {
    offers: offers.slice(0, MAX_ITEMS),
    isComplete: offers.length <= MAX_ITEMS,
    problem: skipped === 0 ? null : problem,
  };
}

/** The offer of that handle; null: it is gone, or sold out. */
export const freeOffer = (offers: readonly GpuOffer[], handle: string): GpuOffer | null =>
  offers.find(({ offer, stock }) => offer === handle && stock !== 'none') ?? null;
