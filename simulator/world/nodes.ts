import { hash, type NonEmpty, pick } from './seeded.ts';
import type { GpuType } from './terms.ts';

/** A machine of the provider. Which ids are valid is not documented, only their form (`vm01`). */
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

/** vm01 … vm24; each GPU type is on several of them, whatever the seed. */
export function createNodes(seed: number): NonEmpty<Node> {
  const others = Array.from({ length: COUNT - 1 }, (_, index) => node(seed, index + 2));
  return [node(seed, 1), ...others];
}
