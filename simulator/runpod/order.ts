import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { type CloudOrder, canPay, rentAt } from '../service/renting.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/lifecycle.ts';
import { isOnOffer, type ListPrice, listPrice } from '../world/market.ts';
import { hash } from '../world/seeded.ts';
import type { Vm } from '../world/vm.ts';
import { SECRETS } from './pod.ts';

type Cloud = 'secure' | 'community';

/** The price of a GPU by cloud, $/h, or that of the world's type; without one, the cloud does not have it. */
type Prices = Readonly<Partial<Record<Cloud, ListPrice>>>;

/** Ids, names and memory: RunPod's page of GPU types (runpod/docs, references/gpu-types.mdx). Prices are made up. */
const TYPES: readonly (readonly [
  ...[id: string, name: string, memory: number, maxCount: number, prices: Prices],
])[] = [
  ['NVIDIA GeForce RTX 4090', 'RTX 4090', 24, 8, { secure: '4090', community: 0.34 }],
  ['NVIDIA GeForce RTX 5090', 'RTX 5090', 32, 8, { secure: '5090', community: 0.64 }],
  [
    'NVIDIA RTX PRO 6000 Blackwell Server Edition',
    ...(['RTX PRO 6000', 96, 8, { secure: 'pro6000' }] as const),
  ],
  ['NVIDIA H100 80GB HBM3', 'H100 SXM', 80, 8, { secure: 2.69 }],
  ['NVIDIA H100 PCIe', 'H100 PCIe', 80, 8, { secure: 2.39, community: 1.99 }],
  ['NVIDIA H100 NVL', 'H100 NVL', 94, 4, { secure: 2.59 }],
  ['NVIDIA H200', 'H200 SXM', 141, 8, { secure: 3.59 }],
  ['NVIDIA B200', 'B200', 180, 8, { secure: 5.19 }],
  ['NVIDIA A100-SXM4-80GB', 'A100 SXM', 80, 8, { secure: 1.39 }],
  ['NVIDIA A100 80GB PCIe', 'A100 PCIe', 80, 8, { secure: 1.29, community: 1.19 }],
  ['NVIDIA L40S', 'L40S', 48, 8, { secure: 0.86, community: 0.79 }],
  ['NVIDIA RTX A6000', 'RTX A6000', 48, 8, { secure: 0.49, community: 0.33 }],
  ['NVIDIA RTX 6000 Ada Generation', 'RTX 6000 Ada', 48, 8, { secure: 0.77 }],
  ['Tesla V100-SXM2-32GB', 'V100 SXM2 32GB', 32, 8, { community: 0.19 }],
  ['AMD Instinct MI300X OAM', 'MI300X', 192, 8, { secure: 2.49 }],
];

const DATA_CENTERS = ['US-KS-2', 'EU-RO-1', 'EU-SE-1', 'CA-MTL-3'] as const;

const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** GPUs that one machine may have free at a time. */
const FREE = [8, 4, 2, 1] as const;

/** A cloud in an order or a query, by its name in records. */
const cloudSchema = z
  .enum(['SECURE', 'COMMUNITY'])
  .default('SECURE')
  .transform((cloud): Cloud => (cloud === 'COMMUNITY' ? 'community' : 'secure'));

/** `include` and the others only together (listGpuTypes). */
const querySchema = z.object({
  include: z.literal('AVAILABILITY'),
  product: z.literal('POD'),
  count: z.coerce.number().int().min(1).default(1),
  cloud: cloudSchema,
});

type Asked = Pick<z.output<typeof querySchema>, 'count' | 'cloud'>;

/** The levels of the data centers that have machines for it now. */
function dataCentersOf(world: World, type: number, { count, cloud }: Asked) {
  const of = cloud === 'secure' ? 0 : 1;
  return DATA_CENTERS.flatMap((id, at) => {
    const chance = hash(world.seed, 101, type, at, of);
    const free = FREE[chance % FREE.length] ?? 0;
    if (count > free || chance % 3 === 0 || !isOnOffer(world, type, at, of)) return [];
    const availability = LEVELS[chance % LEVELS.length];
    return [{ id, name: id.replaceAll('-', ' '), availability }];
  });
}

/** $/h of one GPU. */
const priceAt = (world: World, prices: Prices, cloud: Cloud): number =>
  listPrice(world, prices[cloud] ?? 0);

/** Where a pod is placed; null: no machine is free, or the type does not exist. */
function placeOf(world: World, { gpu, dataCenterIds, cloud }: z.output<typeof bodySchema>) {
  const type = TYPES.findIndex(([id]) => id === gpu.id);
  const [, , , maxCount = 0, prices = {}] = TYPES[type] ?? [];
  if (prices[cloud] === undefined || gpu.count > maxCount) return null;
  const free = dataCentersOf(world, type, { count: gpu.count, cloud });
  const place = free.find(({ id }) => dataCenterIds.length === 0 || dataCenterIds.includes(id));
  if (place === undefined) return null;
  return { dataCenterId: place.id, perGpu: priceAt(world, prices, cloud) };
}

/** The answer of `GET /v2/catalog/gpus`. @throws ZodError */
export function catalogAnswer(world: World, query: unknown) {
  const asked = querySchema.parse(query);
  const gpus = TYPES.map(([id, name, memory, maxCount, prices], type) => {
    const isSold = prices[asked.cloud] !== undefined && asked.count <= maxCount;
    const dataCenters = isSold ? dataCentersOf(world, type, asked) : [];
    return {
      id,
      name,
      memory,
      secure: prices.secure !== undefined,
      community: prices.community !== undefined,
      price: {
        secure: priceAt(world, prices, 'secure'),
        community: priceAt(world, prices, 'community'),
      },
      maxCount: { secure: maxCount, community: Math.min(maxCount, 4) },
      availability: dataCenters[0]?.availability ?? 'NONE',
      ...(dataCenters.length > 0 && { dataCenters }),
    };
  });
  return { gpus };
}

const mountsSchema = z.object({
  persistent: z.object({ size: z.int(), path: z.string() }).optional(),
});
type Mounts = z.output<typeof mountsSchema>;

/** The read part of schema CreatePodRequest, of a GPU pod. */
const bodySchema = z.object({
  name: z.string(),
  gpu: z.object({ id: z.string(), count: z.int().default(1) }),
  cloud: cloudSchema,
  /** Empty: no matter which. */
  dataCenterIds: z.array(z.string()).default([]),
  image: z.string().optional(),
  templateId: z.string().optional(),
  disk: z.int().optional(),
  ports: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).default({}),
  mounts: mountsSchema.optional(),
  startSsh: z.boolean().default(false),
});

/** Schema Template. Their contents are made up; the last one is for serverless. */
const template = (id: string, name: string, mounts: Mounts, serverless = false) => ({
  id,
  name,
  image: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404',
  disk: 50,
  mounts,
  ports: ['8888/http'],
  env: { HF_TOKEN: SECRETS.env },
  serverless,
  startSsh: true,
});

export const TEMPLATES = [
  template('9x4m2p7v', 'Training', { persistent: { size: 20, path: '/workspace' } }),
  template('7h3k1m5q', 'ComfyUI', {}),
  template('5w2s8d4f', 'vLLM workers', {}, true),
];

export function templateById(id: string) {
  const found = TEMPLATES.find((each) => each.id === id);
  if (!found) throw new ServiceError(404, 'template not found');
  return found;
}

/** The text that RunPod has for it; a broken rule is a 400 as well. */
const NO_MACHINE =
  'There are no longer any instances available with the requested specifications. Please refresh and try again.';

/** @throws 400, 402, 404 or 422 */
export function createPod(sent: unknown, account: Account, parts: ServiceParts): Vm {
  const body = bodySchema.parse(sent);
  const { name, gpu, cloud, templateId, env, startSsh } = body;
  const base = templateId === undefined ? null : templateById(templateId);
  if (base?.serverless) throw new ServiceError(422, 'templateId is of serverless');
  const { image = base?.image, disk = base?.disk ?? 20, ports = base?.ports ?? [] } = body;
  if (image === undefined) throw new ServiceError(422, 'image is required without a templateId');
  const { orders } = parts.options;
  const place = placeOf(parts.world, body);
  if (place === null || orders === 'refused') throw new ServiceError(400, NO_MACHINE);
  const mounts: Mounts = body.mounts ?? base?.mounts ?? {};
  // Without a key, RunPod starts no SSH, and this is no error.
  const { PUBLIC_KEY, ...others } = env;
  const hasKey = startSsh && Boolean(PUBLIC_KEY) && orders !== 'keyless';
  const order: CloudOrder = {
    label: name,
    perHour: place.perGpu * gpu.count,
    diskGb: mounts.persistent?.size ?? disk,
    isKeyless: !hasKey,
    overlay: {
      image,
      disk,
      ports,
      gpu,
      cloud: cloud.toUpperCase(),
      mounts,
      dataCenterId: place.dataCenterId,
      env: { HF_TOKEN: SECRETS.env, ...others, ...(hasKey && { PUBLIC_KEY }) },
    },
  };
  if (!canPay(parts, account, order)) throw new ServiceError(402, 'insufficient balance');
  return rentAt(parts, account, order);
}
