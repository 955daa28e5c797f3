import { z } from 'zod';
import {
  dollars,
  type GpuType,
  gpuPrice,
  hash,
  isOnOffer,
  storagePrice,
  type World,
} from '../world/index.ts';

/** Names: Vast's client (vast-ai/vast-cli, vastai/data/query.py). MB: what drivers report. $/h of one GPU, made up, or the world's type. */
const GPUS: readonly (readonly [name: string, mb: number, price: number | GpuType])[] = [
  ['RTX 4090', 24_564, '4090'],
  ['RTX 5090', 32_607, '5090'],
  ['RTX 3090', 24_576, 0.16],
  ['RTX PRO 6000 S', 97_887, 'pro6000'],
  ['RTX PRO 6000 WS', 97_887, 1.05],
  ['H100 SXM', 81_559, 1.87],
  ['H100 PCIE', 81_559, 1.74],
  ['H100 NVL', 95_830, 1.79],
  ['H200', 143_771, 2.53],
  ['B200', 183_359, 3.9],
  ['A100 SXM4', 81_920, 0.88],
  ['A100 SXM4', 40_960, 0.6],
  ['A100 PCIE', 81_920, 0.8],
  ['L40S', 46_068, 0.57],
  ['RTX 4090D', 24_564, 0.31],
  // Modified, with twice the memory.
  ['RTX 4090', 49_140, 0.47],
  ['RTX 4080S', 16_376, 0.2],
  ['RTX A6000', 49_140, 0.37],
  ['RTX 6000Ada', 49_140, 0.52],
  ['Q RTX 6000', 24_576, 0.19],
  ['Tesla V100', 16_384, 0.15],
];

export const SEARCH = '/api/v0/bundles/';

const PER_GPU = 8;
const COUNTS = [1, 2, 4, 8];
const PLACES = ['Norway, NO', 'Iowa, US', 'Quebec, CA', 'Bulgaria, BG', null] as const;
const DAY_S = 86_400;

const amount = z.number();
const comparison = z.strictObject({
  eq: z.union([z.boolean(), z.string(), amount]).optional(),
  in: z.array(z.union([z.string(), amount])).optional(),
  gte: amount.optional(),
  lte: amount.optional(),
});
const orderSchema = z.array(z.tuple([z.string(), z.enum(['asc', 'desc'])]));
const searchSchema = z
  .object({
    type: z.enum(['ondemand', 'on-demand', 'bid', 'reserved']).default('ondemand'),
    // By the letter of the description, which is not what its example has.
    order: orderSchema.length(2).default([
      ['dph_total', 'asc'],
      ['id', 'asc'],
    ]),
    limit: z.int().min(1).default(64),
    allocated_storage: amount.min(0).default(8),
  })
  .catchall(comparison);

type Fields = Readonly<Record<string, unknown>>;
type Comparison = z.output<typeof comparison>;

const cents = (dollar: number) => Math.round(dollar * 1e4) / 1e4;

/** An offer makes one instance (vast-ai/vast-cli, vast.py, create instance). */
const rented = new WeakMap<World, Set<number>>();

function rentedOf(world: World): Set<number> {
  const ids = rented.get(world) ?? new Set();
  rented.set(world, ids);
  return ids;
}

export const takeOffer = (world: World, id: number) => void rentedOf(world).add(id);

/** The offers at this time, with prices for so many GB. */
export function offersAt(world: World, isBid: boolean, diskGb: number) {
  const all = GPUS.flatMap((gpu, type) =>
    Array.from({ length: PER_GPU }, (_, at) => ({ gpu, type, at })),
  );
  return all.flatMap(({ gpu: [gpu_name, gpu_ram, price], type, at }) => {
    if (!isOnOffer(world, type, at)) return [];
    const seed = hash(world.seed, 107, type, at);
    const num_gpus = COUNTS[seed % COUNTS.length] ?? 1;
    const list =
      typeof price === 'number' ? price : dollars(gpuPrice(world.prices, price, 'on_demand'));
    // From the list price up to a half more.
    const dear = 1 + (hash(seed, 1) % 50) / 100;
    const dph_base = cents(list * num_gpus * dear * (isBid ? 0.6 : 1));
    const storage_total_cost = cents(dollars(storagePrice(diskGb)));
    const id = 20_000_000 + (seed % 10_000_000);
    if (rentedOf(world).has(id)) return [];
    const offer = {
      id,
      machine_id: 20_000 + (seed % 20_000),
      host_id: 1_000 + (seed % 1_000),
      gpu_name,
      gpu_ram,
      num_gpus,
      disk_space: 400 + (hash(seed, 3) % 2_000),
      direct_port_count: hash(seed, 4) % 8,
      geolocation: PLACES[hash(seed, 5) % PLACES.length] ?? null,
      hosting_type: hash(seed, 6) % 2,
      verification: hash(seed, 7) % 6 === 0 ? 'unverified' : 'verified',
      dph_base,
      dph_total: cents(dph_base + storage_total_cost),
      min_bid: cents(dph_base * (isBid ? 1 : 0.6)),
      storage_total_cost,
      inet_down_cost: (hash(seed, 8) % 4) / 200,
      inet_up_cost: (hash(seed, 8) % 4) / 200,
      is_bid: isBid,
      rentable: true,
      rented: false,
      external: null,
      end_date: Math.round(world.clock.now() / 1_000) + (1 + (seed % 60)) * DAY_S,
    };
    return [offer];
  });
}

const number = (value: unknown) => (typeof value === 'number' ? value : 0);

const matches = ({ eq, in: among, gte, lte }: Comparison, value: unknown) =>
  (eq === undefined || eq === value) &&
  (among === undefined || among.some((each) => each === value)) &&
  (gte === undefined || number(value) >= gte) &&
  (lte === undefined || number(value) <= lte);

/** The filter `verified` is a word in the records, and false is the same as none at `external`. */
function fieldOf(offer: Fields, name: string): unknown {
  if (name === 'verified') return offer['verification'] === 'verified';
  return name === 'external' ? offer[name] === true : offer[name];
}

/** The answer to a search. @throws 400 */
export function searchAnswer(world: World, body: unknown) {
  const { type, order, limit, allocated_storage, ...filters } = searchSchema.parse(body);
  const all: readonly Fields[] = offersAt(world, type === 'bid', allocated_storage);
  const found = all.filter((offer) =>
    Object.entries(filters).every(([name, filter]) => matches(filter, fieldOf(offer, name))),
  );
  const sorted = found.toSorted((a, b) => {
    for (const [name, direction] of order) {
      const difference = number(a[name]) - number(b[name]);
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return 0;
  });
  return { offers: sorted.slice(0, limit) };
}
