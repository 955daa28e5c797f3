import {
  KNOWN_PHASES,
  NOT_BILLED,
  rateOf,
  type Vm,
  type VmEffects,
  type VmPhase,
} from '../../../../shared/domain/vm.ts';
import { count, flag, money, pathId, percent, record, shortText, text } from '../../http/read.ts';
import { defaultName, textOrNumber } from './fields.ts';

/** @param status as received; only the documented spelling is known */
const phaseOf = (status: string): VmPhase =>
  KNOWN_PHASES.find((phase) => phase === status) ?? 'unknown';

// Shared, since a poll reads ten thousand records.
const DISK = [{ path: '/', sizeGb: null, perHour: null, isNetwork: false }];
const ENDS = 'Running programs end, and its IP address may change.';
const DESTROY = { keeps: [], notes: ['Its IP address is lost.'] };
const STOP = { keeps: DISK, isWhole: true, notes: [ENDS] };
const MAY_BE_LOST = 'It is interruptible: you may not get this GPU back.';
const EFFECTS: VmEffects = { stop: STOP, destroy: DESTROY };
const BY_RENTAL: ReadonlyMap<string | null, VmEffects> = new Map([
  ['interruptible', { stop: { ...STOP, notes: [ENDS, MAY_BE_LOST] }, destroy: DESTROY }],
  ['reserved', { stop: { ...STOP, savesNothing: true }, destroy: DESTROY }],
]);

/** Most VMs have one of a few prices: their rates are one object, which is compared by identity and sent to the panel once. */
const shared = new Map<number | null, Vm['rates']>();
const MAX_SHARED = 200;

function ratesOf(sent: Readonly<Record<string, unknown>>): Vm['rates'] {
  const perHour = money(sent['hourly_rate']);
  const gpuPerHour = money(sent['gpu_hourly_rate']);
  const storagePerHour = money(sent['storage_hourly_rate']);
  const like = shared.get(perHour);
  if (like?.gpuPerHour === gpuPerHour && like.storagePerHour === storagePerHour) return like;
  const rates = { now: null, running: rateOf(perHour), stopped: null, gpuPerHour, storagePerHour };
  if (shared.size === MAX_SHARED) shared.clear();
  shared.set(perHour, rates);
  return rates;
}

/** A VM record (`docs/service.md`). Only the id and the status are required. */
export const vmSchema = record<Vm>((sent) => {
  const id = pathId(sent['id']);
  const status = shortText(sent['status'], 100);
  if (id === null || status === null) return null;
  const rental = text(sent['rental_type']);
  const node = text(sent['node']);
  return {
    id,
    defaultName: defaultName(sent),
    label: text(sent['instance_label']),
    gpuType: textOrNumber(sent['gpu_type']),
    gpuCount: count(sent['gpu_count']),
    storageGb: count(sent['storage_gb']),
    ramGb: count(sent['ram_gb']),
    cpuCores: count(sent['cpu_cores']),
    ipAddress: text(sent['ip_address']),
    phase: phaseOf(status),
    status,
    createdAt: text(sent['created_at']),
    startedAt: text(sent['started_at']),
    stoppedAt: text(sent['stopped_at']),
    autoRestart: flag(sent['auto_restart']),
    rates: ratesOf(sent),
    billed: NOT_BILLED,
    cpuPercent: percent(sent['cpu_percent']),
    ramPercent: percent(sent['ram_percent']),
    cpuModel: text(sent['cpu_model']),
    effects: BY_RENTAL.get(rental) ?? EFFECTS,
    order: { ...(node !== null && { node }), ...(rental !== null && { rental }) },
    facts: {
      'PCIe generation': text(sent['pcie_gen']),
      Node: node,
      Rental: rental?.replaceAll('_', ' ') ?? null,
      Reservation: text(sent['reservation_id']),
      Owner: count(sent['user_id']),
      Number: count(sent['vmid']),
    },
  };
});
