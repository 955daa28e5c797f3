import type { Offer } from '../../../../shared/domain/offer-schemas.ts';
import { isObject } from '../../http/read.ts';
import { fieldsOf, find } from './fields.ts';
import { FIELDS, priceOf, pricesOf } from './offer-names.ts';
import type { Found } from './offer-records.ts';

const UNKNOWN = {
  gpuCount: null,
  rentalType: null,
  months: null,
  available: null,
  pricePerHour: null,
  pricePerGpu: null,
};

function offersIn({ record, ...keys }: Found): readonly Offer[] {
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

/** The offers of a record, one for each of its prices; none without a GPU type and a price. */
export function readOffer(found: Found): readonly Offer[] {
  return offersIn(found).filter(
    ({ gpuType, pricePerHour }) => gpuType !== null || pricePerHour !== null,
  );
}
