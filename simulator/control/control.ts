import { z } from 'zod';
import type { FaultInput, OnMatch } from '../faults/index.ts';
import type { Behaviour, BehaviourPatch } from '../options.ts';
import type { ServiceDeps } from '../service/index.ts';
import {
  type Breakage,
  enter,
  fillPurse,
  type GpuType,
  isStatus,
  plainRecord,
  present,
  toMicros,
  type VmRecord,
} from '../world/index.ts';
import { findAccount, findVm } from './find.ts';
import { makeVm, type NewVm } from './new-vm.ts';
import { readState, type SimulatorState } from './state.ts';

/** A fault that has been put in place. */
export interface FaultHandle {
  readonly id: number;
  /** Requests it has withFault so far. */
  hits(): number;
  clear(): void;
}

/**
 * Everything that can be done to a running simulator from behind the scenes, at once and without limits. The HTTP control
 * interface is these same functions. Accounts are named by their email; without one, the first account is meant. Unknown
 * VMs and accounts end in a `NotHere`, values that make no sense in a `ZodError`.
 */
export interface Control {
  state(): SimulatorState;
  setOptions(patch: BehaviourPatch): Behaviour;
  /** All VMs of the account as documented, newest first, without anything that was put over them. */
  vms(email?: string): VmRecord[];
  /**
   * Puts fields over a VM's record, of any type, known or unknown; `undefined` leaves the field out. A documented `status`
   * is more than a word: the VM really enters it, is charged accordingly and goes on from there by itself.
   */
  setVm(id: string, fields: Readonly<Record<string, unknown>>): void;
  /** Sends the VM as something that is no VM record; null repairs it. */
  breakVm(id: string, how: Breakage | null): void;
  /** Takes away whatever `setVm` and `breakVm` have put over the VM; its real status stays. */
  restoreVm(id: string): void;
  /** A new VM, free of charge checks, at the head of the list. Returns its record. */
  createVm(vm?: NewVm): VmRecord;
  /** `destroyed` keeps it in the list with that status; `gone` makes every endpoint answer as if it had never been. */
  destroyVm(id: string, how?: 'destroyed' | 'gone'): void;
  /** Puts fields over the account's current-spend answer, `{}` takes them away. */
  setSpend(fields: Readonly<Record<string, unknown>>, email?: string): void;
  /** In dollars. */
  setBalance(dollars: number, email?: string): void;
  /** On-demand dollars per GPU and hour, for offers and for VMs rented from now on. */
  setPrice(gpuType: GpuType, dollars: number): void;
  /** Moves simulated and wall time forward. */
  advance(seconds: number): void;
  expireAccessTokens(): void;
  /** Of all accounts, or of one. */
  revokeRefreshTokens(email?: string): void;
  /** `onMatch` runs before each request that the fault befalls. */
  addFault(fault: FaultInput, onMatch?: OnMatch): FaultHandle;
  /** One fault, or all; says how many were removed. */
  clearFaults(id?: number): number;
  /** Empties the request log and its counters. */
  clearLog(): void;
  /** Gives every user fresh rate limits. */
  resetLimits(): void;
}

const seconds = z.number().min(0).max(1e10);
const amount = z.number().min(-1e9).max(1e9);
const price = z.number().min(0).max(1e4);

/** @param deps what the service runs on; `origin` and the fixed options are only for `state` */
export function createControl(
  deps: ServiceDeps,
  fixed: SimulatorState['fixed'],
  baseUrl: () => string,
): Control {
  const { world, behaviour, faults, requests, rates, accessTokens, refreshTokens } = deps;
  const vmAt = (id: string) => {
    const now = present(world);
    return { ...findVm(world, id), now };
  };
  return {
    state: () => readState(deps, fixed, baseUrl()),
    setOptions: (patch) => behaviour.change(patch),
    vms(email) {
      const now = present(world);
      const { vms } = findAccount(world, email);
      return vms.filter((vm) => !vm.gone).map((vm) => plainRecord(vm, now));
    },
    setVm(id, fields) {
      const { vm, now } = vmAt(id);
      const { status, ...others } = fields;
      const overlay = { ...vm.overlay, ...others };
      if (isStatus(status)) {
        const { status: _covered, ...rest } = overlay;
        vm.overlay = rest;
        enter(vm, status, now);
      } else {
        vm.overlay = 'status' in fields ? { ...overlay, status } : overlay;
      }
    },
    breakVm(id, how) {
      vmAt(id).vm.breakage = how;
    },
    restoreVm(id) {
      const { vm } = vmAt(id);
      vm.overlay = {};
      vm.breakage = null;
    },
    createVm: (input = {}) => makeVm(world, input),
    destroyVm(id, how = 'destroyed') {
      const { vm, now } = vmAt(id);
      enter(vm, 'destroyed', now);
      vm.gone = how === 'gone';
    },
    setSpend(fields, email) {
      findAccount(world, email).spendOverlay = fields;
    },
    setBalance(dollars, email) {
      const account = findAccount(world, email);
      const balance = toMicros(amount.parse(dollars));
      account.purse = fillPurse(balance, account.vms, present(world));
    },
    setPrice(gpuType, dollars) {
      // Whole hundredths of a cent, so that every discount of it is still a whole number of micros.
      world.prices[gpuType] = Math.round(price.parse(dollars) * 10_000) * 100;
    },
    advance(by) {
      world.clock.advance(seconds.parse(by) * 1000);
      present(world);
    },
    expireAccessTokens: () => accessTokens.expireAll(),
    revokeRefreshTokens(email) {
      refreshTokens.revoke(email === undefined ? null : findAccount(world, email));
    },
    addFault(input, onMatch) {
      const placed = faults.add(input, onMatch);
      return {
        id: placed.id,
        hits: () => placed.hits,
        clear: () => {
          faults.clear(placed.id);
        },
      };
    },
    clearFaults: (id) => faults.clear(id),
    clearLog: () => requests.clear(),
    resetLimits: () => rates.reset(),
  };
}
