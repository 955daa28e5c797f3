import { exactMoney } from '../../../shared/format/index.ts';
import { gpuOf, isGpu } from '../../../shared/offers/gpu-names.ts';
import type { GpuOffer, OfferReading, OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { count, quantity, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface, ServiceError } from '../http/service-error.ts';
import { gpusOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';
import { timeIn } from './instance.ts';

// An offer as Vast sends it (`docs/providers/vast.yaml`): a part of a machine that can be rented once.

export const OFFERS = '/api/v0/bundles/';

/** Ten a minute for each IP address. */
const SEARCH_MS = 6_000;

/** Vast's names of GPUs, which its own client lists. A search for another name finds nothing, without an error. */
const NAMES = [
  'A10, A10g, A16, A30, A40, A100 PCIE, A100 SXM4, A100 SXM, A100X, A800 PCIE, B200, B300, GH200 SXM, H100 PCIE, H100 SXM',
  'H100 NVL, H200, H200 NVL, L4, L40, L40S, Tesla P4, Tesla P40, Tesla P100, Tesla T4, Tesla V100, GTX 1080, GTX 1080 Ti',
  'RTX 2060, RTX 2070, RTX 2080, RTX 2080 Ti, RTX 3060, RTX 3060 laptop, RTX 3060 Ti, RTX 3070, RTX 3070 laptop, RTX 3070 Ti',
  'RTX 3080, RTX 3080 Ti, RTX 3090, RTX 3090 Ti, RTX 4060, RTX 4060 Ti, RTX 4070, RTX 4070 laptop, RTX 4070S, RTX 4070S Ti',
  'RTX 4070 Ti, RTX 4080, RTX 4080S, RTX 4090, RTX 4090D, RTX 5060, RTX 5060 Ti, RTX 5070, RTX 5070 Ti, RTX 5080, RTX 5090',
  'Q RTX 4000, Q RTX 5000, Q RTX 6000, Q RTX 8000, RTX A2000, RTX A4000, RTX A4500, RTX A5000, RTX A6000, RTX 2000Ada',
  'RTX 4000Ada, RTX 4500Ada, RTX 5000Ada, RTX 5880Ada, RTX 6000Ada, RTX PRO 4000, RTX PRO 4500, RTX PRO 5000, RTX PRO 6000',
  'RTX PRO 6000 S, RTX PRO 6000 WS, RTX PRO 6000 Max-Q',
].flatMap((line) => line.split(', '));

/** The names to search for; null: all, since there is no word, or one for a GPU that is not known. */
function namesFor(word: string): readonly string[] | null {
  if (word.trim() === '') return null;
  const wanted = gpuOf(word, null);
  const named = NAMES.filter((name) => isGpu(gpuOf(name, wanted?.vramGb ?? null), name, word));
  return named.length > 0 ? named : wanted && [wanted.family];
}

/** The cheapest of one GPU. Of all, the cheapest could all be of one. */
const LIMIT = 64;
const LIMIT_OF_ALL = 1_000;

export const MIN_DISK_GB = 8;

type Ask = NonNullable<ReturnType<typeof askOf>>;

/** @param handle `12345678`, or `12345678/bid` for a bid; null: it is no offer of Vast */
export function askOf(handle: string) {
  const [, id, bid] = /^([1-9]\d{0,14})(\/bid)?$/.exec(handle) ?? [];
  return id === undefined ? null : { id: Number(id), isBid: bid !== undefined };
}

/** Verified hosts with such a disk and a port for ssh, cheapest first. */
function filtersOf(isBid: boolean, diskGb: number) {
  const disk = Math.max(MIN_DISK_GB, diskGb);
  return {
    ...(isBid && { type: 'bid' }),
    verified: { eq: true },
    rentable: { eq: true },
    rented: { eq: false },
    external: { eq: false },
    direct_port_count: { gte: 1 },
    disk_space: { gte: disk },
    allocated_storage: disk,
    // By its schema, Vast wants two.
    order: [
      ['dph_total', 'asc'],
      ['id', 'asc'],
    ],
  };
}

/** MB of a GPU that drivers report at least. Without this filter, the cheapest offers are all of smaller GPUs of the same name. */
const leastMemory = ({ gpu, minVramGb }: OfferWish) =>
  Math.floor(Math.max(gpuOf(gpu, null)?.vramGb ?? 0, minVramGb ?? 0) * 930);

export function searchOf(wish: OfferWish) {
  const { gpu, minGpus, isInterruptible, diskGb } = wish;
  const names = namesFor(gpu);
  const gte = leastMemory(wish);
  return {
    ...filtersOf(isInterruptible, diskGb),
    ...(names !== null && { gpu_name: { in: names } }),
    ...(gte > 0 && { gpu_ram: { gte } }),
    num_gpus: { gte: minGpus },
    limit: names === null ? LIMIT_OF_ALL : LIMIT,
  };
}

export const searchFor = ({ id, isBid }: Ask, diskGb: number) => ({
  ...filtersOf(isBid, diskGb),
  id: { eq: id },
  limit: 1,
});

export type Search = ReturnType<typeof searchOf> | ReturnType<typeof searchFor>;

/** Costs on top, each in $ per GB. */
function trafficOf(sent: Readonly<Record<string, unknown>>): readonly string[] {
  const ways = { received: sent['inet_down_cost'], sent: sent['inet_up_cost'] };
  return Object.entries(ways).flatMap(([way, each]) => {
    const cost = hourly(each);
    return cost === null ? [] : [`${exactMoney(cost)} per GB ${way}`];
  });
}

/** Null: its handle or its GPU is missing. */
const offerSchema = ({ type, allocated_storage }: Search) =>
  record<GpuOffer>((sent) => {
    const id = count(sent['id']);
    const gpuText = line(sent['gpu_name']);
    if (id === null || gpuText === null) return null;
    const gb = (quantity(sent['gpu_ram']) ?? 0) / 1_024;
    const perHour = hourly(sent['dph_total']);
    const isBid = type === 'bid' || sent['is_bid'] === true;
    return {
      provider: 'vast',
      offer: isBid ? `${id}/bid` : String(id),
      ...gpusOf(gpuText, gb, count(sent['num_gpus'])),
      gpuText,
      where: line(sent['geolocation']),
      tier: (count(sent['hosting_type']) ?? 0) > 0 ? 'data center' : line(sent['verification']),
      terms: isBid ? 'interruptible' : 'onDemand',
      stock: sent['rentable'] === false ? 'none' : 1,
      price: {
        perHour,
        diskGb: perHour === null ? null : allocated_storage,
        extra: trafficOf(sent),
        ...(isBid && { minBid: hourly(sent['min_bid']) }),
      },
      endsAt: timeIn(sent['end_date']),
    };
  });

/** The answer to a search. The description's example has one offer in place of the list. */
const offersSchema = (search: Search) =>
  record<OfferReading>(({ offers: sent }) => {
    if (typeof sent !== 'object' || sent === null) return null;
    const list: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
    const { read, skipped } = readItems(offerSchema(search), list);
    const isComplete = list.length < search.limit;
    return { ...offerReading([read], skipped), isComplete };
  });

/** By its description, Vast wants a key with a search. In fact it wants none, and a key would need the scope misc. */
const wantsKey = (error: unknown) =>
  error instanceof ServiceError &&
  (error.code === 'auth_error' || error.status === 401 || error.status === 403);

/** @param isPublic there is no key */
export const searchBy =
  (read: ProviderPorts['read'], isPublic: boolean) =>
  async (body: Search, signal?: AbortSignal): Promise<OfferReading> => {
    const request = { path: OFFERS, body, signal, intervalMs: SEARCH_MS };
    const answer = await read({ ...request, isPublic: true })
      .catch((error: unknown) => {
        if (isPublic || !wantsKey(error)) throw error;
        return read(request);
      })
      .catch(asChangedInterface);
    return readRecord(offersSchema(body), answer, ['offers']);
  };
