import type { World } from './lifecycle.ts';
import { dollars } from './money.ts';
import { gpuPrice } from './prices.ts';
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

// The answers of `/search` and `/pricing` are not documented: both forms, and most names, are made up.

/** The answer of `/search`: a record of each node, with prices of one GPU. */
export function offersAnswer({ nodes, prices }: World): readonly object[] {
  return nodes.map(({ id, gpuType, gpusFree, cpuModel, pcieGen, country }) => ({
    node: id,
    gpu_type: gpuType,
    available_gpus: gpusFree,
    price_per_gpu_hour: dollars(gpuPrice(prices, gpuType, 'on_demand')),
    interruptible_price_per_gpu_hour: dollars(gpuPrice(prices, gpuType, 'interruptible')),
    cpu_model: cpuModel,
    pcie_gen: pcieGen,
    country,
  }));
}

/** The answer of `/pricing`: a record of each GPU type. */
export function pricesAnswer({ prices }: World): readonly object[] {
  return GPU_TYPES.map((type) => ({
    gpu_type: type,
    on_demand: dollars(gpuPrice(prices, type, 'on_demand')),
    interruptible: dollars(gpuPrice(prices, type, 'interruptible')),
    reserved_1_month: dollars(gpuPrice(prices, type, 'reserved', 1)),
    reserved_3_months: dollars(gpuPrice(prices, type, 'reserved', 3)),
    reserved_6_months: dollars(gpuPrice(prices, type, 'reserved', 6)),
  }));
}
