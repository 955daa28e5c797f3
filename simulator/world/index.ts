export { type Account, API_KEY_PREFIX } from './accounts.ts';
export { balanceAt, currentSpend, startBalance } from './billing.ts';
export { enter, reprice } from './lifecycle.ts';
export { offersAnswer, pricesAnswer } from './offers.ts';
export { cents, dollars, gpuPrice, type Micros, storagePrice, toMicros } from './prices.ts';
export { plainRecord, sentRecord, type VmRecord } from './record.ts';
export type { NonEmpty } from './seeded.ts';
export { type Charge, usageBetween } from './usage.ts';
export {
  BREAKAGES,
  type Breakage,
  currentPhase,
  GPU_COUNTS,
  GPU_TYPES,
  type GpuType,
  isStatus,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
  type Scope,
  STATUSES,
  TEMPLATES,
  type Vm,
  type VmOrder,
} from './vm.ts';
export { createWorld, present, rentVm, type World } from './world.ts';
