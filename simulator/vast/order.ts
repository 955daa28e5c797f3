import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { canPay, createSshKeys, rentAt, type SshKey } from '../service/renting.ts';
import type { On } from '../service/visit.ts';
import type { Account } from '../world/accounts.ts';
import { enter, type World } from '../world/lifecycle.ts';
import { isOnOffer, type ListPrice, listPrice } from '../world/market.ts';
import { dollars } from '../world/money.ts';
import { storagePrice } from '../world/prices.ts';
import { hash } from '../world/seeded.ts';
import type { Vm } from '../world/vm.ts';
import { present } from '../world/world.ts';

/** Names: Vast's client (vast-ai/vast-cli, vastai/data/query.py). MB: what drivers report. $/h of one GPU, made up, or the world's type. */
const GPUS: readonly (readonly [name: string, mb: number, price: ListPrice])[] = [
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

const comparison = z.strictObject({
  eq: z.union([z.boolean(), z.string(), z.number()]).optional(),
  in: z.array(z.union([z.string(), z.number()])).optional(),
  gte: z.number().optional(),
  lte: z.number().optional(),
});
const searchSchema = z
  .object({
    type: z.string().optional(),
    order: z.unknown().optional(),
    limit: z.int().min(1).default(64),
    allocated_storage: z.number().default(8),
  })
  .catchall(comparison);

const cents = (dollar: number) => Math.round(dollar * 1e4) / 1e4;

/** The offers at this time, with prices for so many GB. */
function offersAt(world: World, isBid: boolean, diskGb: number) {
  // An offer makes one instance only (vast-ai/vast-cli, vast.py, create instance).
  const instances = world.accounts.flatMap(({ vms }) => vms);
  const taken = new Set(instances.map(({ overlay }) => overlay['ask_id']));
  const all = GPUS.flatMap((gpu, type) =>
    Array.from({ length: PER_GPU }, (_, at) => ({ gpu, type, at })),
  );
  return all.flatMap(({ gpu: [gpu_name, gpu_ram, price], type, at }) => {
    if (!isOnOffer(world, type, at)) return [];
    const seed = hash(world.seed, 107, type, at);
    const num_gpus = COUNTS[seed % COUNTS.length] ?? 1;
    // From the list price up to a half more.
    const dear = 1 + (hash(seed, 1) % 50) / 100;
    const dph_base = cents(listPrice(world, price) * num_gpus * dear * (isBid ? 0.6 : 1));
    const id = 20_000_000 + (seed % 10_000_000);
    if (taken.has(id)) return [];
    const offer = {
      id,
      gpu_name,
      gpu_ram,
      num_gpus,
      disk_space: 400 + (hash(seed, 3) % 2_000),
      direct_port_count: hash(seed, 4) % 8,
      geolocation: PLACES[hash(seed, 5) % PLACES.length] ?? null,
      hosting_type: hash(seed, 6) % 2,
      verification: hash(seed, 7) % 6 === 0 ? 'unverified' : 'verified',
      dph_base,
      dph_total: cents(dph_base + dollars(storagePrice(diskGb))),
      min_bid: cents(dph_base * (isBid ? 1 : 0.6)),
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

const matches = ({ eq, in: among, gte, lte }: z.output<typeof comparison>, value: unknown) =>
  (eq === undefined || eq === value) &&
  (among === undefined || among.some((each) => each === value)) &&
  (gte === undefined || number(value) >= gte) &&
  (lte === undefined || number(value) <= lte);

/** The filter `verified` is a word in the records, and false is the same as none at `external`. */
function fieldOf(offer: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name === 'verified') return offer['verification'] === 'verified';
  return name === 'external' ? offer[name] === true : offer[name];
}

/** The answer to a search, the cheapest first: the only order that a client asks for. @throws ZodError */
export function searchAnswer(world: World, body: unknown) {
  const { type, order: _, limit, allocated_storage, ...filters } = searchSchema.parse(body);
  const found = offersAt(world, type === 'bid', allocated_storage).filter((offer) =>
    Object.entries(filters).every(([name, filter]) => matches(filter, fieldOf(offer, name))),
  );
  const offers = found.toSorted((a, b) => a.dph_total - b.dph_total || a.id - b.id);
  return { offers: offers.slice(0, limit) };
}

const ASK = '/api/v0/asks/:id/';
const KEYS = '/api/v0/ssh/';
const TEMPLATES = '/api/v0/template/';

/** `instance_api_key` of each answer to an order (hello-world.mdx); no client may read it. */
export const INSTANCE_KEY = 'planted-instance-key-4d8a';

/** The read part of create_instance.yaml. */
const orderSchema = z.object({
  image: z.string(),
  disk: z.number().min(8).default(8),
  label: z.string().nullish(),
  runtype: z.string().default('ssh'),
  price: z.number().nullish(),
  cancel_unavail: z.boolean().optional(),
});
type Order = z.output<typeof orderSchema>;

const gone = (id: number) =>
  new ServiceError(404, `error 404/3603: no_such_ask Instance type by id ${id} is not available.`);

/** @throws 400 or 404 */
function rent(id: number, order: Order, account: Account, parts: ServiceParts): Vm {
  const { world, options } = parts;
  const { orders } = options;
  const { price, label = null, disk, image, runtype } = order;
  const isBid = price != null;
  const offer = offersAt(world, isBid, disk).find((each) => each.id === id);
  if (offer === undefined || orders === 'refused') throw gone(id);
  const { num_gpus, gpu_name, gpu_ram, geolocation, min_bid, dph_base } = offer;
  const hasSsh = runtype.includes('ssh') && orders !== 'keyless';
  const rented = {
    label,
    perHour: price ?? dph_base,
    diskGb: disk,
    overlay: {
      ask_id: id,
      num_gpus,
      gpu_name,
      gpu_ram,
      geolocation,
      is_bid: isBid,
      min_bid,
      image_uuid: image,
      ...(!hasSsh && { ports: {}, ssh_host: null, ssh_port: null, image_runtype: 'args' }),
    },
  };
  if (!canPay(parts, account, rented))
    throw new ServiceError(400, 'Your account lacks credit; see the billing page.');
  // A bid below the least one is an error, or waits without an end.
  const isTooLow = isBid && price < min_bid;
  if (isTooLow && order.cancel_unavail === true) throw gone(id);
  const vm = rentAt(parts, account, rented);
  // Its contract holds no hardware, and its disk is billed (vastai/SKILL.md, Charges).
  if (isTooLow || orders === 'stopped' || orders === 'named') {
    enter(vm, 'stopped', present(world));
    vm.overlay = { ...vm.overlay, actual_status: null, intended_status: 'running' };
  }
  return vm;
}

/** JSON in a query parameter. */
export const jsonText = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const templatesSchema = z.object({
  select_filters: jsonText(z.object({ creator_id: z.object({ eq: z.number() }) })),
  select_cols: jsonText(z.array(z.string())),
});

/** Made up, with the fields of create_template.yaml. */
const TEMPLATES_OF_USER = [
  { id: 301, hash_id: '4e17788f74f075dd9aab7d0d4427968f', name: 'Training' },
  { id: 302, hash_id: '661d064bbda1f2a133816b6d55da07c3', name: 'ComfyUI' },
].map((each) => ({
  ...each,
  image: 'vastai/pytorch',
  tag: 'cuda-12.8',
  env: '-e TOKEN=planted-template-6b1e',
}));

const keySchema = z.object({ ssh_key: z.string() });

/** Orders, and the keys that each instance gets. */
export function orderRoutes(on: On, parts: ServiceParts): void {
  const keys = createSshKeys();
  const recordOf = ({ index }: SshKey, { userId: user_id }: Account) => {
    return { id: 71 + index, user_id, created_at: '2026-01-02T03:04:05Z', deleted_at: null };
  };
  on(`PUT ${ASK}`, 'change-vms', ({ account, id, body, reply }) => {
    const ask_id = z.coerce.number().int().parse(id);
    const vm = rent(ask_id, orderSchema.parse(body), account, parts);
    const answer = { new_contract: Number(vm.id), instance_api_key: INSTANCE_KEY, ask_id };
    if (parts.options.orders !== 'named') return { success: true, ...answer };
    // Such an answer is in no description: a third party saw it after a bid that was too low.
    const error = { success: false, error: 'invalid_price', msg: 'The bid is too low.' };
    return reply.code(400).send({ ...error, ...answer });
  });
  on(`GET ${TEMPLATES}`, 'view-vms', ({ account, query }) => {
    const { select_filters, select_cols } = templatesSchema.parse(query);
    const isOwn = select_filters.creator_id.eq === account.userId;
    const templates = (isOwn ? TEMPLATES_OF_USER : []).map((template) =>
      Object.fromEntries(Object.entries(template).filter(([name]) => select_cols.includes(name))),
    );
    return { success: true, templates };
  });
  on(`GET ${KEYS}`, 'view-vms', ({ account }) =>
    keys.of(account).map((key) => ({ ...recordOf(key, account), key: key.publicKey })),
  );
  on(`POST ${KEYS}`, 'change-vms', ({ account, body }) => {
    const { ssh_key: public_key } = keySchema.parse(body);
    const key = keys.add(account, '', public_key);
    return { success: true, key: { ...recordOf(key, account), public_key } };
  });
}
