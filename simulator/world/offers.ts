import { dollars, gpuPrice, type PriceList } from './prices.ts';
import { hash, type NonEmpty, pick } from './seeded.ts';
import { GPU_TYPES, type GpuType } from './vm.ts';

/** A machine of the provider. Only the form of the ids (`vm01`) is documented. */
export interface Node {
  readonly id: string;
  readonly gpuType: GpuType;
  readonly gpusFree: number;
  readonly cpuModel: string | null;
  readonly pcieGen: string | null;
  readonly country: string;
}

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

// The answers of `/search` and `/pricing` are not documented: every field name below is made up.

/** One record per node, with the price of a single GPU in $/h. */
export function offers(nodes: readonly Node[], prices: PriceList) {
  return nodes.map((node) => ({
    node: node.id,
    gpu_type: node.gpuType,
    available_gpus: node.gpusFree,
    price_per_gpu_hour: dollars(gpuPrice(prices, node.gpuType, 'on_demand')),
    interruptible_price_per_gpu_hour: dollars(gpuPrice(prices, node.gpuType, 'interruptible')),
    cpu_model: node.cpuModel,
    pcie_gen: node.pcieGen,
    country: node.country,
  }));
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

/** One record per GPU type, with the price of a single GPU in $/h for each rental type. */
export function priceRecords(prices: PriceList) {
  return GPU_TYPES.map((type) => ({ gpu_type: type, ...pricesOf(type, prices) }));
}

/** The same prices by GPU type. */
export function priceMap(prices: PriceList) {
  return Object.fromEntries(GPU_TYPES.map((type) => [type, pricesOf(type, prices)]));
}
