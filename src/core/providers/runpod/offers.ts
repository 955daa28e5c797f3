import type { GpuOffer, OfferReading, OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { count, fields, flag, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface } from '../http/service-error.ts';
import { freeOffer, gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';

/** $ per GB and hour of the disk of a running pod: $0.10 a month (RunPod's price list, 730 h). */
const DISK_GB_HOUR = 0.1 / 730;

/** The clouds: RunPod's word for an order in capitals, that of its records in small letters. */
const CLOUDS = ['secure', 'community'] as const;

type Cloud = (typeof CLOUDS)[number];

/** The parts of an offer's handle. */
export interface OfferedPod {
  readonly gpu: string;
  readonly cloud: Cloud;
  readonly gpuCount: number;
  /** Null: RunPod chooses the data center. */
  readonly dataCenter: string | null;
}

/** Null: not a handle of an offer. */
export function parseOffer(offer: string): OfferedPod | null {
  const [, gpu, word, number, dataCenter = null] =
    /^(.+)\/(secure|community)\/([1-9]\d{0,2})(?:\/([^/]+))?$/.exec(offer) ?? [];
  const cloud = CLOUDS.find((each) => each === word);
  if (gpu === undefined || cloud === undefined) return null;
  return { gpu, cloud, gpuCount: Number(number), dataCenter };
}

const LEVELS = ['none', 'low', 'medium', 'high'] as const;

const stockOf = (sent: unknown) => LEVELS.find((level) => level.toUpperCase() === sent) ?? null;

interface Asked {
  readonly cloud: Cloud;
  readonly gpuCount: number;
  readonly diskGb: number;
}

/** A type of GPU in one cloud: an offer for any place, then an offer for each data center with the type. No offer where no place has the type. */
const typeSchema = ({ cloud, gpuCount, diskGb }: Asked) =>
  record<readonly GpuOffer[]>((sent) => {
    const id = handleOf(sent['id']);
    const isSold = flag(sent[cloud]);
    if (id === null || isSold === null) return null;
    const max = count(fields(sent['maxCount'])[cloud]);
    if (!isSold || (max !== null && gpuCount > max)) return [];
    // List prices are of one GPU, without a disk.
    const price = hourly(fields(sent['price'])[cloud]);
    const perHour = price === null ? null : price * gpuCount + diskGb * DISK_GB_HOUR;
    const anywhere: GpuOffer = {
      provider: 'runpod',
      offer: `${id}/${cloud}/${gpuCount}`,
      ...gpusOf(id, count(sent['memory']), gpuCount),
      gpuText: line(sent['name']) ?? id,
      where: null,
      tier: cloud,
      terms: 'onDemand',
      stock: stockOf(sent['availability']),
      price: { perHour, diskGb, extra: [] },
      endsAt: null,
    };
    const { dataCenters } = sent;
    const places: readonly unknown[] = Array.isArray(dataCenters) ? dataCenters : [];
    return [
      anywhere,
      ...places.map(fields).flatMap((place) => {
        const where = handleOf(place['id']);
        if (where === null || where.includes('/')) return [];
        const offer = `${anywhere.offer}/${where}`;
        return { ...anywhere, offer, where: line(where), stock: stockOf(place['availability']) };
      }),
    ];
  });

/** The catalog of a cloud for a number of GPUs, without a filter by GPU and without spot. */
async function readCloud(
  { read }: Pick<ProviderPorts, 'read'>,
  asked: Asked,
  signal: AbortSignal | undefined,
) {
  const schema = typeSchema(asked);
  const listSchema = record(({ gpus }) => (Array.isArray(gpus) ? readItems(schema, gpus) : null));
  const { gpuCount, cloud } = asked;
  const query = {
    include: 'AVAILABILITY',
    product: 'POD',
    count: gpuCount,
    cloud: cloud.toUpperCase(),
  };
  const request = { path: '/v2/catalog/gpus', query, signal };
  return readRecord(listSchema, await read(request).catch(asChangedInterface), ['gpus']);
}

/** Offers in the data centers, for types that have them. */
export async function readCatalog(
  ports: Pick<ProviderPorts, 'read'>,
  { minGpus, diskGb }: OfferWish,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const gpuCount = minGpus ?? 1;
  const lists = await Promise.all(
    CLOUDS.map((cloud) => readCloud(ports, { cloud, gpuCount, diskGb }, signal)),
  );
  // Both have the same records.
  const skipped = Math.max(...lists.map((list) => list.skipped));
  return offerReading(
    lists.flatMap(({ read: types }) =>
      types.map(([anywhere, ...places]) =>
        anywhere === undefined || places.length > 0 ? places : [anywhere],
      ),
    ),
    skipped,
  );
}

/** The offer as it is now; null: it is gone, or sold out. */
export async function readQuote(
  ports: Pick<ProviderPorts, 'read'>,
  offer: string,
  diskGb: number,
  signal?: AbortSignal,
): Promise<GpuOffer | null> {
  const named = parseOffer(offer);
  if (named === null) return null;
  const { read: types } = await readCloud(ports, { ...named, diskGb }, signal);
  return freeOffer(types.flat(), offer);
}
