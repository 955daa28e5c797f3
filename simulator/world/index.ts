export { type Account, API_KEY_PREFIX } from './accounts.ts';
export type { VmOrder } from './build-vm.ts';
export { enter } from './lifecycle.ts';
export { cents, dollars, type Micros, toMicros } from './money.ts';
export { offers, priceMap, priceRecords } from './offers.ts';
export { gpuPrice, storagePrice } from './prices.ts';
export { balanceAt, fillPurse } from './purse.ts';
export { plainRecord, sentRecord, type VmRecord } from './record.ts';
export type { NonEmpty } from './seeded.ts';
export { currentSpend } from './spend.ts';
export {
  GPU_COUNTS,
  GPU_TYPES,
  type GpuType,
  isStatus,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
  type Scope,
  STATUSES,
  TEMPLATES,
} from './terms.ts';
export { usageBetween } from './usage.ts';
export { BREAKAGES, type Breakage, currentPhase, type Vm } from './vm.ts';
export { createWorld, present, rentVm, type World } from './world.ts';
