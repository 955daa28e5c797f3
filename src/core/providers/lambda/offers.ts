import type { GpuOffer, OfferReading } from '../../../shared/offers/gpu-offer.ts';
import { count, fields, isObject, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface } from '../http/service-error.ts';
import { gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';

/** Regions that are read of one type. */
const MAX_PLACES = 200;

/** Prices have no tax in them. */
const EXTRA = ['tax'];

/** GB of one GPU, which only its text tells: `H100 (80 GB SXM5)`. */
const memoryOf = (gpu: string) => Number(/\((\d{1,4}) GB/.exec(gpu)?.[1]) || null;

/** A type: an offer of each region that has one free. CPU types are none. */
const typeSchema = record<readonly GpuOffer[]>((sent) => {
  const type = fields(sent['instance_type']);
  const offer = handleOf(type['name']);
  if (offer === null) return null;
  const specs = fields(type['specs']);
  const gpuCount = count(specs['gpus']);
  if (gpuCount === 0) return [];
  const cents = hourly(type['price_cents_per_hour']);
  const gpuText = line(type['gpu_description']) ?? offer;
  const perHour = cents === null ? null : cents / 100;
  const regions = sent['regions_with_capacity_available'];
  const all: GpuOffer = {
    provider: 'lambda',
    offer,
    ...gpusOf(gpuText, memoryOf(gpuText), gpuCount),
    gpuText,
    where: null,
    tier: null,
    terms: 'onDemand',
    stock: Array.isArray(regions) ? 'none' : null,
    price: { perHour, diskGb: count(specs['storage_gib']), extra: EXTRA },
    endsAt: null,
  };
  if (!Array.isArray(regions) || regions.length === 0) return [all];
  return regions
    .slice(0, MAX_PLACES)
    .map((region) => ({ ...all, where: line(fields(region)['name']), stock: null }));
});

const listSchema = record(({ data }) =>
  isObject(data) ? readItems(typeSchema, Object.values(data)) : null,
);

/** All types on sale. Nothing can be filtered. */
export async function readTypes(
  { read }: Pick<ProviderPorts, 'read'>,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const answer = await read({ path: '/api/v1/instance-types', signal }).catch(asChangedInterface);
  const { read: types, skipped } = readRecord(listSchema, answer, ['data']);
  return offerReading(types, skipped);
}
