import { spentUntil } from './billing.ts';
import type { Micros } from './money.ts';
import type { Vm } from './vm.ts';

/** Money of an account: what there was at some moment, and what had been spent by then. */
export interface Purse {
  readonly balance: Micros;
  readonly spentBefore: Micros;
}

/** A purse that holds `balance` at `now`. */
export function fillPurse(balance: Micros, vms: readonly Vm[], now: number): Purse {
  return { balance, spentBefore: spentUntil(vms, now) };
}

/** What is left. It may fall below zero: what the service does then is not documented, so nothing is stopped here. */
export function balanceAt(purse: Purse, vms: readonly Vm[], now: number): Micros {
  return purse.balance - (spentUntil(vms, now) - purse.spentBefore);
}
