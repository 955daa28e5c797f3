export { type Account, API_KEY_PREFIX } from './accounts.ts';
export {
  type Bill,
  balanceAt,
  billUntil,
  currentSpend,
  ratesIn,
  spentUntil,
  startBalance,
} from './billing.ts';
export { enter, type Machines, reprice } from './lifecycle.ts';
export { isOnOffer, type ListPrice, listPrice } from './market.ts';
export { cents, costOf, dollars, type Micros, toMicros } from './money.ts';
export { offersAnswer, pricesAnswer } from './offers.ts';
export { gpuPrice, storagePrice } from './prices.ts';
export { plainRecord, sentRecord, type VmRecord } from './record.ts';
export { hash, hex, type NonEmpty } from './seeded.ts';
export { type Charge, usageBetween } from './usage.ts';
export {
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
export { createWorld, present, rentVm, VMS, type World } from './world.ts';
