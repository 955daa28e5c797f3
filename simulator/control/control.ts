import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FaultInput, OnMatch } from '../faults/board.ts';
import { type Options, type OptionsPatch, optionsSchema, patchSchema } from '../options.ts';
import type { ServiceParts } from '../service/provider.ts';
import { currentSpend, spentUntil } from '../world/billing.ts';
import { enter } from '../world/lifecycle.ts';
import { dollars, toMicros } from '../world/money.ts';
import { plainRecord, type VmRecord } from '../world/record.ts';
import { type GpuType, isStatus } from '../world/vm.ts';
import { present } from '../world/world.ts';
import { findAccount, findVm, makeVm, type NewVm } from './vms.ts';

const within = (min: number, max: number, value: number) =>
  z.number().min(min).max(max).parse(value);

/** As the HTTP control interface; without an email, the first account. @throws Error for unknown, ZodError for invalid values */
export function createControl(parts: ServiceParts) {
  const { world, options, faults, requests, accessTokens, refreshTokens } = parts;
  return {
    state: () => ({
      options: { ...options },
      /** Simulated time, ISO 8601. */
      now: new Date(present(world)).toISOString(),
      requests: requests.read(),
    }),
    /** All of the patch or nothing. */
    setOptions: (patch: OptionsPatch): Options =>
      Object.assign(options, optionsSchema.parse({ ...options, ...patchSchema.parse(patch) })),
    /** The account's VMs as documented, newest first, without changes by `setVm`. */
    vms(email?: string): VmRecord[] {
      const now = present(world);
      const { vms } = findAccount(world, email);
      return vms.filter((vm) => !vm.gone).map((vm) => plainRecord(vm, now));
    },
    /** Puts fields over a VM's record; `undefined` removes a field. A documented `status` is a real transition, with its charges. */
    setVm(id: string, fields: Readonly<Record<string, unknown>>): void {
      const vm = findVm(world, id);
      const { status } = fields;
      vm.overlay = { ...vm.overlay, ...fields };
      if (!isStatus(status)) return;
      const { status: _covered, ...others } = vm.overlay;
      vm.overlay = others;
      enter(vm, status, world.clock.now());
    },
    /** Dollars of the first account: per hour, and since `from`, ms of simulated time. */
    costs(from: number) {
      const now = present(world);
      const { vms } = world.accounts[0];
      const since = dollars(spentUntil(vms, now) - spentUntil(vms, from));
      return { perHour: currentSpend(vms, now).total_per_hour, since };
    },
    /** Undoes `setVm`; the real status stays. */
    restoreVm(id: string): void {
      findVm(world, id).overlay = {};
    },
    /** Adds a VM at the head of the list, whatever the balance. Returns its record. */
    createVm: (vm: NewVm = {}): VmRecord => makeVm(world, vm),
    /** `destroyed` keeps it listed with that status; `gone` makes it unknown to every endpoint. */
    destroyVm(id: string, how: 'destroyed' | 'gone' = 'destroyed'): void {
      const vm = findVm(world, id);
      enter(vm, 'destroyed', world.clock.now());
      vm.gone = how === 'gone';
    },
    /** Puts fields over the current-spend answer of the first account; `{}` removes them. */
    setSpend(fields: Readonly<Record<string, unknown>>): void {
      world.accounts[0].spendOverlay = fields;
    },
    /** For the first account. */
    setBalance(inDollars: number): void {
      const [account] = world.accounts;
      const balance = toMicros(within(-1e9, 1e9, inDollars));
      account.paidIn = balance + spentUntil(account.vms, present(world));
    },
    /** On-demand dollars per GPU hour, for offers and new VMs. */
    setPrice(gpuType: GpuType, value: number): void {
      // Whole hundredths of a cent, so that every discount is a whole number of micros.
      world.prices[gpuType] = Math.round(within(0, 1e4, value) * 10_000) * 100;
    },
    advance(bySeconds: number): void {
      world.clock.advance(within(0, 1e10, bySeconds) * 1000);
      present(world);
    },
    expireAccessTokens: (): void => accessTokens.expireAll(),
    revokeRefreshTokens: (): void => refreshTokens.revokeAll(),
    /** `onMatch` runs before each request that the fault applies to. `hits` counts those requests. */
    addFault(fault: FaultInput, onMatch?: OnMatch) {
      const placed = faults.add(fault, onMatch);
      return { hits: (): number => placed.hits, clear: (): void => faults.remove(placed) };
    },
    clearFaults: (): void => faults.clear(),
    /** Requests that a fault stalls, until the client hangs up. */
    stalled: (): number => parts.stalled.size,
    clearLog: (): void => requests.clear(),
  };
}

export type Control = ReturnType<typeof createControl>;

/** The control interface over HTTP, without authentication: `POST` to the name of a function, with its arguments as an array. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  app.setErrorHandler(async (error, _request, reply) => {
    reply.code(400);
    return { detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) };
  });
  app.get('/state', async () => control.state());
  app.get('/vms', async () => control.vms());
  for (const [name, run] of Object.entries(control))
    app.post(`/${name}`, async ({ body }) => {
      const answer: unknown = Reflect.apply(run, control, z.array(z.unknown()).parse(body ?? []));
      return answer ?? {};
    });
}
