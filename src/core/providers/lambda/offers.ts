import type { GpuOffer, OfferReading } from '../../../shared/offers/gpu-offer.ts';
import { count, fields, isObject, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface } from '../http/service-error.ts';
import { gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';

/** Prices have no tax in them. */
const EXTRA = ['tax'];

/** GB of one GPU, which only its text has: `H100 (80 GB SXM5)`. */
const memoryOf = (gpu: string) => Number(/\((\d{1,4}) GB/.exec(gpu)?.[1]);

/** The parts of an offer's handle; null: no handle, or sold out everywhere. */
export function parseOffer(
  offer: string,
): { readonly type: string; readonly region: string } | null {
  const [, type, region] = /^([^/]+)\/([^/]+)$/.exec(offer) ?? [];
  return type === undefined || region === undefined ? null : { type, region };
}

/** A type: an offer of each region that has one free. CPU types are none. */
const typeSchema = record<readonly GpuOffer[]>((sent) => {
  const type = fields(sent['instance_type']);
  const offer = handleOf(type['name']);
  if (offer === null || offer.includes('/')) return null;
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
  return regions.flatMap((region) => {
    const name = handleOf(fields(region)['name']);
    if (name === null || name.includes('/')) return [];
    return { ...all, offer: `${offer}/${name}`, where: line(name), stock: null };
  });
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
