import { z } from 'zod';
import { dollars, type GpuType, gpuPrice, hash, isOnOffer, type World } from '../world/index.ts';

type Cloud = 'secure' | 'community';

/** The price of a GPU by cloud, $/h, or that of the world's type; without one, the cloud does not have it. */
type Prices = Readonly<Partial<Record<Cloud, number | GpuType>>>;

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
export const cloudSchema = z
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
function priceAt(world: World, prices: Prices, cloud: Cloud): number {
  const price = prices[cloud] ?? 0;
  return typeof price === 'number' ? price : dollars(gpuPrice(world.prices, price, 'on_demand'));
}

interface Wanted extends Asked {
  readonly gpu: string;
  /** Empty: any. */
  readonly dataCenterIds: readonly string[];
}

/** Where a pod is placed; null: no machine is free, or the type does not exist. */
export function placeOf(world: World, { gpu, count, dataCenterIds, cloud }: Wanted) {
  const type = TYPES.findIndex(([id]) => id === gpu);
  const [, , , maxCount = 0, prices = {}] = TYPES[type] ?? [];
  if (prices[cloud] === undefined || count > maxCount) return null;
  const free = dataCentersOf(world, type, { count, cloud });
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
      manufacturer: id.startsWith('AMD') ? 'AMD' : 'NVIDIA',
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
