import type { LaunchOrder, OrderAnswer } from '../../../shared/launch/order.ts';
import type { GpuOffer, OfferReading, OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { count, fields, flag, pathId, readListIn, readRecord, record } from '../http/read.ts';
import {
  asChangedInterface,
  describeForm,
  incompatible,
  namedBy,
  orNull,
  ServiceError,
  unsent,
} from '../http/service-error.ts';
import { freeOffer, gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import { answerOfError, USUAL_CHOICES } from '../order-answer.ts';
import { markedName } from '../order-mark.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { podSchema } from './pod.ts';

/** $ per GB and hour of the disk of a running pod: $0.10 a month (RunPod's price list, 730 h). */
const DISK_GB_HOUR = 0.1 / 730;

/** The clouds: RunPod's word for an order in capitals, that of its records in small letters. */
const CLOUDS = ['secure', 'community'] as const;

/** Null: not a handle of an offer. Without a data center, RunPod chooses one. */
function parseOffer(offer: string) {
  const [, gpu, word, number, dataCenter = null] =
    /^(.+)\/(secure|community)\/([1-9]\d{0,2})(?:\/([^/]+))?$/.exec(offer) ?? [];
  const cloud = CLOUDS.find((each) => each === word);
  if (gpu === undefined || cloud === undefined) return null;
  return { gpu, cloud, gpuCount: Number(number), dataCenter };
}

const LEVELS = ['none', 'low', 'medium', 'high'] as const;

const stockOf = (sent: unknown) => LEVELS.find((level) => level.toUpperCase() === sent) ?? null;

interface Asked {
  readonly cloud: (typeof CLOUDS)[number];
  readonly gpuCount: number;
  readonly diskGb: number;
  /** Null: no matter which; absent: all. */
  readonly dataCenter?: string | null;
}

/** A type of GPU in one cloud: an offer for each data center with it, else a single offer. */
const typeSchema = ({ cloud, gpuCount, diskGb, dataCenter }: Asked) =>
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
    const offers = places.map(fields).flatMap((place) => {
      const where = handleOf(place['id']);
      if (where === null || where.includes('/')) return [];
      const offer = `${anywhere.offer}/${where}`;
      return { ...anywhere, offer, where: line(where), stock: stockOf(place['availability']) };
    });
    return offers.length > 0 && dataCenter !== null ? offers : [anywhere];
  });

/** The catalog of a cloud for a number of GPUs, without a filter by GPU and without spot. */
async function readCloud(
  read: ProviderPorts['read'],
  asked: Asked,
  signal: AbortSignal | undefined,
) {
  const { cloud, gpuCount } = asked;
  const available = { include: 'AVAILABILITY', product: 'POD' };
  const query = { ...available, count: gpuCount, cloud: cloud.toUpperCase() };
  const answer = await read({ path: '/v2/catalog/gpus', query, signal }).catch(asChangedInterface);
  return readListIn(typeSchema(asked), answer, 'gpus');
}

export async function readCatalog(
  read: ProviderPorts['read'],
  { minGpus, diskGb }: OfferWish,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const lists = await Promise.all(
    CLOUDS.map((cloud) => readCloud(read, { cloud, gpuCount: minGpus, diskGb }, signal)),
  );
  const types = lists.flatMap((list) => list.read);
  // Both have the same records.
  return offerReading(types, Math.max(...lists.map(({ skipped }) => skipped)));
}

/** The image of RunPod's own examples. It starts SSH, and is for NVIDIA. */
const IMAGE = 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404';

/** Smaller disks may find no machine. */
const DISK = { min: 20, usual: 50 } as const;

const MAX_NAME = 120;

/** Before the id of a template, in place of an image. */
const TEMPLATE = 'template:';

/** `createPod`: all come before a pod is placed. RunPod's 5xx may come after it. */
const REFUSALS: readonly (number | null)[] = [400, 401, 402, 403, 404, 413, 422, 429];

/** No code distinguishes "no capacity" from a broken rule: both are a 400. */
const NO_MACHINE =
  /\bno (longer )?(any )?(instances?|machines?|gpus?)\b|\bcapacity\b|not have the resources|could not be placed/i;

export const named = namedBy(PROVIDERS.runpod.name);

function asOrderProblem(error: unknown): never {
  if (!(error instanceof ServiceError) || error.origin !== 'own') throw error;
  const { problem, status } = error;
  if (problem.kind !== 'invalid') throw error;
  const { detail } = problem;
  const amounts = { required: null, available: null, detail };
  if (status === 402) throw error.as({ kind: 'insufficientBalance', ...amounts });
  const isSoldOut = status === 400 && NO_MACHINE.test(detail ?? '');
  throw isSoldOut ? error.as({ kind: 'soldOut', detail }) : error;
}

/** A template of pods, as an image to choose. */
const templateSchema = record((sent) => {
  const id = pathId(sent['id']);
  if (id === null || sent['serverless'] === true) return null;
  const name = line(sent['name']) ?? id;
  const size = count(fields(fields(sent['mounts'])['persistent'])['size']);
  const volume = size === null ? '' : `, with a volume of ${size} GB`;
  return { id: TEMPLATE + id, name: `${name} (template${volume})` };
});

const portsSchema = record(({ ports }) =>
  Array.isArray(ports) ? ports.filter((port): port is string => typeof port === 'string') : [],
);

const NOTES = [
  'Stopping or destroying it erases the disk.',
  'RunPod requires credit for at least one hour.',
];
const COMMUNITY_NOTE =
  'It may lack a public IP. SSH is then a shell through RunPod’s proxy, without file copies.';

const isNvidia = (gpu: string) => !gpu.startsWith('AMD');

const SSH_PORT = '22/tcp';

/** The order in RunPod's words. The cloud is always named: without it, a Secure pod comes at the price of a Community offer. */
function bodyOf(order: LaunchOrder, mark: string, ports: readonly string[]) {
  const offer = parseOffer(order.offer.offer);
  const { image, diskGb, login } = order;
  if (offer === null) throw unsent({ kind: 'notFound' });
  const { gpu, cloud, gpuCount, dataCenter } = offer;
  const isTemplate = image?.startsWith(TEMPLATE) === true;
  if (image === null && !isNvidia(gpu))
    throw unsent({ kind: 'invalid', detail: 'Choose an image: the usual one is for NVIDIA.' });
  return {
    name: markedName(order.name, mark, 'gpu-tray', MAX_NAME),
    gpu: { id: gpu, count: gpuCount },
    cloud: cloud.toUpperCase(),
    ...(dataCenter !== null && { dataCenterIds: [dataCenter] }),
    ...(isTemplate ? { templateId: image.slice(TEMPLATE.length) } : { image: image ?? IMAGE }),
    ...(isTemplate && diskGb === null ? {} : { disk: diskGb ?? DISK.usual }),
    ports: [...new Set([...ports, SSH_PORT])],
    startSsh: true,
    // For the pod alone: the keys of the account stay as they are.
    ...(login.method === 'publicKey' && { env: { PUBLIC_KEY: login.publicKey } }),
  };
}

export function createRenting({ read, write }: Pick<ProviderPorts, 'read' | 'write'>): Renting {
  const templates = async (signal?: AbortSignal) =>
    readListIn(templateSchema, await read({ path: '/v2/templates', signal }), 'templates', 500)
      .read;

  /** Ports of an order replace those of its template. */
  async function portsOf(image: string | null): Promise<readonly string[]> {
    if (image?.startsWith(TEMPLATE) !== true) return [];
    const vmId = image.slice(TEMPLATE.length);
    return readRecord(portsSchema, await read({ path: '/v2/templates/{vm_id}', vmId }), ['ports']);
  }

  const create = named(async (body: ReturnType<typeof bodyOf>): Promise<OrderAnswer> => {
    const request = { method: 'POST', path: '/v2/pods', body, createdIn: () => null } as const;
    const { json, endpoint } = await write(request).catch(asOrderProblem);
    const vmId = pathId(fields(json)['id']) ?? incompatible(endpoint, describeForm(json));
    return { kind: 'created', vmId, vm: podSchema(json) };
  });

  return {
    choices: named(async ({ offer, tier }: GpuOffer, signal?: AbortSignal) => {
      const usual = isNvidia(offer) ? [{ id: IMAGE, name: 'PyTorch 2.8, CUDA 12.8' }] : [];
      // A key may lack the permission for them.
      const own = await templates(signal).catch(orNull(signal));
      return {
        ...USUAL_CHOICES,
        images: [...usual, ...(own ?? [])],
        defaultImage: usual[0]?.id ?? null,
        disk: DISK,
        keys: null,
        notes: tier === 'community' ? [...NOTES, COMMUNITY_NOTE] : NOTES,
      };
    }),
    quote: named(async (offer, diskGb, signal) => {
      const parts = parseOffer(offer);
      if (parts === null) return null;
      const asked = { ...parts, diskGb: diskGb ?? DISK.usual };
      return freeOffer((await readCloud(read, asked, signal)).read.flat(), offer);
    }),
    async send(order, mark) {
      const body = bodyOf(order, mark, await named(portsOf)(order.image));
      return create(body).catch(answerOfError(({ status }) => REFUSALS.includes(status)));
    },
  };
}
