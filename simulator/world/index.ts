export { type Account, API_KEY_PREFIX } from './accounts.ts';
export { type Bill, balanceAt, billUntil, currentSpend, ratesIn, startBalance } from './billing.ts';
export { type Machines, VMS } from './fleet.ts';
export { enter, reprice } from './lifecycle.ts';
export { offersAnswer, pricesAnswer } from './offers.ts';
export { cents, costOf, dollars, gpuPrice, type Micros, storagePrice, toMicros } from './prices.ts';
export { plainRecord, sentRecord, type VmRecord } from './record.ts';
export { hash, hex, type NonEmpty } from './seeded.ts';
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
  type VmStatus,
} from './vm.ts';
export { createWorld, present, rentVm, type World } from './world.ts';
