import type { GpuOffer, OfferReading, OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { count, fields, flag, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface } from '../http/service-error.ts';
import { gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';

/** $ per GB and hour of the disk of a running pod: $0.10 a month (RunPod's price list, 730 h). */
const DISK_GB_HOUR = 0.1 / 730;

/** The clouds: RunPod's word for an order in capitals, that of its records in small letters. */
const CLOUDS = ['secure', 'community'] as const;

/** Data centers that are read of one type. */
const MAX_PLACES = 200;

type Cloud = (typeof CLOUDS)[number];
type Asked = Readonly<Record<'gpuCount' | 'diskGb', number>>;

const STOCK = new Map<unknown, GpuOffer['stock']>([
  ['NONE', 'none'],
  ['LOW', 'low'],
  ['MEDIUM', 'medium'],
  ['HIGH', 'high'],
]);

const stockOf = (sent: unknown) => STOCK.get(sent) ?? null;

/** A type of GPU in one cloud: an offer of each data center that has it. There is no data center where none has. */
const typeSchema = (cloud: Cloud, { gpuCount, diskGb }: Asked) =>
  record<readonly GpuOffer[]>((sent) => {
    const offer = handleOf(sent['id']);
    const isSold = flag(sent[cloud]);
    if (offer === null || isSold === null) return null;
    const max = count(fields(sent['maxCount'])[cloud]);
    if (!isSold || (max !== null && gpuCount > max)) return [];
    // List prices are of one GPU, without a disk.
    const price = hourly(fields(sent['price'])[cloud]);
    const perHour = price === null ? null : price * gpuCount + diskGb * DISK_GB_HOUR;
    const all: GpuOffer = {
      provider: 'runpod',
      offer,
      ...gpusOf(offer, count(sent['memory']) || null, gpuCount),
      gpuText: line(sent['name']) ?? offer,
      where: null,
      tier: cloud,
      terms: 'onDemand',
      stock: stockOf(sent['availability']),
      price: { perHour, diskGb, extra: [] },
      endsAt: null,
    };
    const { dataCenters } = sent;
    if (!Array.isArray(dataCenters) || dataCenters.length === 0) return [all];
    return dataCenters.slice(0, MAX_PLACES).map((each) => {
      const { id, availability } = fields(each);
      return { ...all, where: line(id), stock: stockOf(availability) };
    });
  });

/** The catalog for one number of GPUs, which is asked once for each cloud. It cannot be filtered by GPU, and has no spot. */
export async function readCatalog(
  { read }: Pick<ProviderPorts, 'read'>,
  { minGpus, diskGb }: OfferWish,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const gpuCount = minGpus ?? 1;
  const lists = await Promise.all(
    CLOUDS.map(async (cloud) => {
      const schema = typeSchema(cloud, { gpuCount, diskGb });
      const listSchema = record(({ gpus }) =>
        Array.isArray(gpus) ? readItems(schema, gpus) : null,
      );
      const asked = { count: gpuCount, cloud: cloud.toUpperCase() };
      const query = { include: 'AVAILABILITY', product: 'POD', ...asked };
      const request = { path: '/v2/catalog/gpus', query, signal };
      return readRecord(listSchema, await read(request).catch(asChangedInterface), ['gpus']);
    }),
  );
  // Both have the same records.
  const skipped = Math.max(...lists.map((list) => list.skipped));
  return offerReading(
    lists.flatMap(({ read: types }) => types),
    skipped,
  );
}
