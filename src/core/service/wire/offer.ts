import type { Offer, OfferList } from '../../../shared/domain/index.ts';
import type { PublicList, PublicPages } from '../offers.ts';
import { describeForm, incompatible } from '../service-error.ts';
import { FIELDS, fieldsOf, find, priceOf, pricesOf } from './offer-names.ts';
import { type Found, findRecords, unseen } from './offer-records.ts';
import { isObject, MAX_ITEMS } from './read.ts';

const UNKNOWN = {
  gpuCount: null,
  rentalType: null,
  months: null,
  available: null,
  pricePerHour: null,
  pricePerGpu: null,
};

/** The offers of a record, one for each of its prices. */
function readRecord({ record, ...keys }: Found): readonly Offer[] {
  const plain = priceOf(record);
  if (plain !== null && (keys.gpuType ?? keys.node) !== null)
    return [{ ...UNKNOWN, ...keys, pricePerHour: plain, pricePerGpu: plain }];
  if (!isObject(record)) return [];
  const fields = fieldsOf(record);
  const gpuCount = find(fields, FIELDS.gpuCount);
  const recorded = find(fields, FIELDS.rentalType);
  const term = find(fields, FIELDS.months);
  const offer = {
    ...UNKNOWN,
    gpuType: find(fields, FIELDS.gpuType) ?? keys.gpuType,
    gpuCount,
    node: find(fields, FIELDS.node) ?? keys.node,
    rentalType: recorded,
    months: recorded === 'reserved' ? term : null,
    available: find(fields, FIELDS.available),
  };
  const prices = pricesOf(fields);
  if (prices.length === 0) return [offer];
  return prices.map(({ value, months, ...price }) => {
    const isPerGpu = price.isPerGpu || gpuCount === null;
    const rentalType = price.rentalType ?? recorded;
    return {
      ...offer,
      gpuCount: gpuCount ?? (price.isPerGpu ? 1 : null),
      rentalType,
      months: months ?? (rentalType === 'reserved' ? term : null),
      pricePerHour: isPerGpu ? value * (gpuCount || 1) : value,
      pricePerGpu: isPerGpu || gpuCount === 1 ? value : null,
    };
  });
}

/**
 * Reads the responses of `GET /search` or `GET /pricing`. Records without a GPU type and a price are skipped.
 * @param list names the endpoint in the error
 * @throws ServiceError `incompatible` where no record has a GPU type or a price
 */
export function readOffers({ bodies, isComplete }: PublicPages, list: PublicList): OfferList {
  const endpoint = `GET /${list}`;
  const seen = new Set<string>();
  const offers: Offer[] = [];
  let skipped = 0;
  for (const found of bodies.flatMap((body) => unseen(findRecords(body, endpoint).records, seen))) {
    const read = (offers.length < MAX_ITEMS ? readRecord(found) : []).filter(
      ({ gpuType, pricePerHour }) => gpuType !== null || pricePerHour !== null,
    );
    if (read.length === 0) skipped += 1;
    offers.push(...read);
  }
  if (offers.length === 0 && skipped > 0)
    return incompatible(endpoint, `${describeForm(bodies[0])}, without a GPU type or a price`);
  return { offers, skipped, isComplete };
}
