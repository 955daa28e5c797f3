import { byPrice, rentalName } from '../domain/offer.ts';
import type { Offer } from '../domain/offer-schemas.ts';

/** $/h of one GPU, or of the machine where only that can be rented. */
interface RentalPrice {
  readonly rental: string;
  readonly price: number;
}

interface OfferRow {
  readonly node: string | null;
  /** Null: unknown. */
  readonly free: number | null;
  /** The cheapest first. */
  readonly prices: readonly RentalPrice[];
  /** The offer that Launch takes: on demand, if there is such an offer. */
  readonly offer: Offer;
}

/** The offers of a GPU type. */
export interface OfferGroup extends Omit<OfferRow, 'node'> {
  readonly name: string;
  /** The number of GPUs that its prices are for. */
  readonly unit: number;
  readonly gpuType: string | null;
  readonly rows: readonly OfferRow[];
  /** Prices of rentals that only the price list names. */
  readonly more: readonly RentalPrice[];
}

const unitOf = ({ gpuCount, pricePerGpu }: Offer) => (pricePerGpu === null ? (gpuCount ?? 1) : 1);

function groupName(offer: Offer): string {
  const name = offer.gpuType ?? 'Unknown GPU';
  return unitOf(offer) === 1 ? name : `${unitOf(offer)} × ${name}`;
}

const keyOf = (offer: Offer) =>
  groupName(offer)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Free GPUs; null: unknown. */
export function freeOf({ available }: Pick<Offer, 'available'>): number | null {
  return typeof available === 'number' ? available : available === false ? 0 : null;
}

/** As orders are priced: without a name, on demand. */
const rentalOf = ({ rentalType, months }: Offer) =>
  rentalType ?? (months === null ? 'on_demand' : 'reserved');

/** The lowest price of each rental type, the cheapest first. */
function pricesOf(offers: readonly Offer[]): readonly RentalPrice[] {
  const prices = new Map<string, number>();
  for (const offer of offers) {
    const rental = rentalName(rentalOf(offer), offer.months);
    const price = offer.pricePerGpu ?? offer.pricePerHour;
    if (price !== null) prices.set(rental, Math.min(price, prices.get(rental) ?? price));
  }
  return [...prices]
    .map(([rental, price]) => ({ rental, price }))
    .toSorted((a, b) => a.price - b.price);
}

const lowest = ({ prices }: Pick<OfferRow, 'prices'>) =>
  prices[0]?.price ?? Number.POSITIVE_INFINITY;

/** @param offers with the same node and as many free GPUs */
function rowOf(offers: readonly Offer[]): readonly OfferRow[] {
  const sorted = offers.toSorted(byPrice);
  const offer = sorted.find((each) => rentalOf(each) === 'on_demand') ?? sorted[0];
  if (offer === undefined) return [];
  return [{ node: offer.node, free: freeOf(offer), prices: pricesOf(sorted), offer }];
}

const byLowest = (a: Pick<OfferRow, 'prices'>, b: Pick<OfferRow, 'prices'>) =>
  lowest(a) === lowest(b) ? 0 : lowest(a) - lowest(b);

function groupOf(offers: readonly Offer[], listed: readonly Offer[]): readonly OfferGroup[] {
  const byNode = Map.groupBy(offers, ({ node, available }) => JSON.stringify([node, available]));
  const rows = [...byNode.values()].flatMap(rowOf);
  const counts = rows.flatMap(({ free }) => free ?? []);
  return rowOf(offers).map(({ offer, prices }) => ({
    name: groupName(offer),
    unit: unitOf(offer),
    gpuType: offer.gpuType,
    prices,
    free: counts.length === 0 ? null : counts.reduce((sum, free) => sum + free, 0),
    offer: { ...offer, node: null },
    rows: rows.toSorted((a, b) => byLowest(a, b) || (b.free ?? -1) - (a.free ?? -1)),
    more: pricesOf(listed).filter(({ rental }) => prices.every((each) => each.rental !== rental)),
  }));
}

/** @param listed the price list @param withFull also what has no free GPU, or is only in the price list */
export function groupOffers(
  offers: readonly Offer[],
  listed: readonly Offer[],
  withFull: boolean,
): readonly OfferGroup[] {
  const offered = withFull ? offers : offers.filter((offer) => freeOf(offer) !== 0);
  const shown = Map.groupBy(offered, keyOf);
  const prices = Map.groupBy(listed, keyOf);
  const groups = [...shown].flatMap(([key, group]) => groupOf(group, prices.get(key) ?? []));
  const others = [...prices].flatMap(([key, group]) => (shown.has(key) ? [] : groupOf(group, [])));
  const unoffered = withFull ? others.map((group) => ({ ...group, rows: [] })) : [];
  return [...groups, ...unoffered].toSorted(byLowest);
}
