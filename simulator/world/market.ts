import type { World } from './lifecycle.ts';
import { dollars } from './money.ts';
import { gpuPrice } from './prices.ts';
import { hash } from './seeded.ts';
import type { GpuType } from './vm.ts';

/** $/h of one GPU, made up, or the world's type with its price. */
export type ListPrice = number | GpuType;

export const listPrice = ({ prices }: World, price: ListPrice): number =>
  typeof price === 'number' ? price : dollars(gpuPrice(prices, price, 'on_demand'));

const MINUTE_MS = 60_000;

/** Minutes of each hour in which an offer that goes is there. */
const STAYS = 20;

/** One in eight offers flaps each minute, one in eight is there in the first minutes of each hour only. @param key its place */
export function isOnOffer({ seed, clock }: World, ...key: readonly number[]): boolean {
  const minute = Math.floor(clock.now() / MINUTE_MS);
  const kind = hash(seed, 97, ...key) % 8;
  if (kind === 0) return minute % 2 === 0;
  return kind !== 1 || minute % 60 < STAYS;
}
