import type { Behavior } from '../options.ts';
import { dollars, gpuPrice, type PriceList } from './prices.ts';
import { hash, type NonEmpty, pick } from './seeded.ts';
import { GPU_TYPES, type GpuType, type Node } from './vm.ts';

const COUNT = 24;
const TYPE_CYCLE: NonEmpty<GpuType> = ['5090', '4090', 'pro6000', '5090'];
const CPU_MODELS: NonEmpty<string | null> = [
  'AMD EPYC 9354',
  'AMD EPYC 7543',
  'Intel Xeon w9-3495X',
  null,
];
const PCIE: NonEmpty<string | null> = ['5.0', '4.0', '5.0', null];
const COUNTRIES: NonEmpty<string> = ['NO', 'IS', 'FI', 'US', 'CA'];

function node(seed: number, number: number): Node {
  return {
    id: `vm${String(number).padStart(2, '0')}`,
    gpuType: TYPE_CYCLE[(number - 1) % TYPE_CYCLE.length] ?? TYPE_CYCLE[0],
    gpusFree: hash(seed, number, 1) % 9,
    cpuModel: pick(CPU_MODELS, seed, number, 2),
    pcieGen: pick(PCIE, seed, number, 3),
    country: pick(COUNTRIES, seed, number, 4),
  };
}

/** vm01 … vm24; several have each GPU type, whatever the seed. */
export function createNodes(seed: number): NonEmpty<Node> {
  const others = Array.from({ length: COUNT - 1 }, (_, index) => node(seed, index + 2));
  return [node(seed, 1), ...others];
}

// The answers of `/search` and `/pricing` are not documented: every form and field name below is made up.

type PriceFields = Behavior['priceFields'];

const RENTALS = ['on_demand', 'interruptible'] as const;

/** Names of the document: a record per node and rental type, with the price of all free GPUs. */
function documentedOffers({ id, gpuType, gpusFree }: Node, prices: PriceList) {
  const count = Math.max(1, gpusFree);
  return RENTALS.map((rental) => ({
    node: id,
    gpu_type: gpuType,
    gpu_count: count,
    rental_type: rental,
    hourly_rate: dollars(gpuPrice(prices, gpuType, rental) * count),
    available: gpusFree > 0,
  }));
}

function offersOf(node: Node, prices: PriceList, fields: PriceFields): readonly object[] {
  const { id, gpuType, gpusFree, cpuModel, pcieGen, country } = node;
  const { on_demand: onDemand, interruptible } = pricesOf(gpuType, prices);
  switch (fields) {
    case 'per-gpu':
      return [
        {
          node: id,
          gpu_type: gpuType,
          available_gpus: gpusFree,
          price_per_gpu_hour: onDemand,
          interruptible_price_per_gpu_hour: interruptible,
          cpu_model: cpuModel,
          pcie_gen: pcieGen,
          country,
        },
      ];
    case 'documented':
      return documentedOffers(node, prices);
    case 'camel':
      return [
        {
          machineId: id,
          gpuModel: gpuType,
          numGpus: 1,
          freeGpus: gpusFree,
          onDemandPrice: `$${onDemand}`,
          spotPrice: `$${interruptible}`,
        },
      ];
    case 'nested':
      return [
        {
          host: id,
          gpu: { model: gpuType },
          gpus: { available: gpusFree },
          pricing: { on_demand: onDemand, interruptible },
        },
      ];
  }
}

function pricesOf(type: GpuType, prices: PriceList) {
  return {
    on_demand: dollars(gpuPrice(prices, type, 'on_demand')),
    interruptible: dollars(gpuPrice(prices, type, 'interruptible')),
    reserved_1_month: dollars(gpuPrice(prices, type, 'reserved', 1)),
    reserved_3_months: dollars(gpuPrice(prices, type, 'reserved', 3)),
    reserved_6_months: dollars(gpuPrice(prices, type, 'reserved', 6)),
  };
}

function priceRecordsOf(type: GpuType, prices: PriceList, fields: PriceFields): readonly object[] {
  const all = pricesOf(type, prices);
  const { on_demand: onDemand, interruptible } = all;
  switch (fields) {
    case 'per-gpu':
      return [{ gpu_type: type, ...all }];
    case 'documented':
      return RENTALS.map((rental) => ({
        gpu_type: type,
        gpu_count: 1,
        rental_type: rental,
        hourly_rate: all[rental],
      }));
    case 'camel':
      return [{ gpuModel: type, onDemandPrice: onDemand, spotPrice: interruptible }];
    case 'nested':
      return [{ gpu: { model: type }, pricing: all }];
  }
}

const byType = <T>(of: (type: GpuType) => T) =>
  Object.fromEntries(GPU_TYPES.map((type) => [type, of(type)]));

interface Market {
  readonly nodes: readonly Node[];
  readonly prices: PriceList;
}

/** The answer of `/search`. */
export function offersAnswer(
  { nodes, prices }: Market,
  { offers, priceFields }: Behavior,
  now: number,
): object {
  const offersOn = (some: readonly Node[]) =>
    some.flatMap((each) => offersOf(each, prices, priceFields));
  switch (offers) {
    case 'array':
      return offersOn(nodes);
    case 'object':
      return { offers: offersOn(nodes), updated_at: new Date(now).toISOString() };
    case 'map':
      return byType((type) => offersOn(nodes.filter(({ gpuType }) => gpuType === type)));
  }
}

/** The answer of `/pricing`: one record per GPU type; `documented`: also per rental type, without reservations. */
export function pricesAnswer({ prices }: Market, { pricing, priceFields }: Behavior): object {
  const records = GPU_TYPES.flatMap((type) => priceRecordsOf(type, prices, priceFields));
  switch (pricing) {
    case 'array':
      return records;
    case 'object':
      return { prices: records };
    case 'map':
      return byType((type) => pricesOf(type, prices));
    case 'numbers':
      return byType((type) => pricesOf(type, prices).on_demand);
  }
}
