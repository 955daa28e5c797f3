import { dollars } from './money.ts';
import type { Node } from './nodes.ts';
import { gpuPrice, type PriceList } from './prices.ts';
import { GPU_TYPES, type GpuType } from './terms.ts';

/**
 * What `/search` and `/pricing` answer is not documented at all. Every field name in this file is an invention of the
 * simulator and holds nowhere else: a client may rely on none of them.
 */

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

/** One record per GPU type, with the price of a single GPU in $/h for each way to rent it. */
export function priceRecords(prices: PriceList) {
  return GPU_TYPES.map((type) => ({ gpu_type: type, ...pricesOf(type, prices) }));
}

/** The same prices by GPU type. */
export function priceMap(prices: PriceList) {
  return Object.fromEntries(GPU_TYPES.map((type) => [type, pricesOf(type, prices)]));
}
