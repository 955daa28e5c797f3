import { runningSince, type Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** Value of a field: a text, a rate in $/h, or an ISO time. Rates stay numbers, so that amounts can be hidden. */
export type FieldValue = string | { readonly perHour: number } | { readonly iso: string };

type Fields = readonly (readonly [name: string, value: FieldValue])[];

/** Fields by name, in order. */
export interface VmFieldGroup {
  readonly title: string;
  readonly fields: Fields;
}

const HOUR_MS = 3_600_000;

/**
 * The cost of the current run at the current rate, $; null: not running, or start or rate unknown.
 * @param billed $/h; null: unknown @param now ms since the epoch
 */
export function runCost(
  vm: Pick<Vm, 'status' | 'startedAt' | 'createdAt'>,
  billed: number | null,
  now: number,
): number | null {
  const since = runningSince(vm);
  return since === null || billed === null ? null : (billed * Math.max(0, now - since)) / HOUR_MS;
}

function text(value: string | number | null, unit = ''): string | null {
  const shown = value === null ? '' : printable(String(value));
  return shown === '' ? null : `${shown}${unit}`;
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? 'yes' : 'no';
}

const rate = (perHour: number | null): FieldValue | null => (perHour === null ? null : { perHour });
const time = (iso: string | null): FieldValue | null => (iso === null ? null : { iso });

function group(
  title: string,
  fields: readonly (readonly [name: string, value: FieldValue | null])[],
): VmFieldGroup {
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { title, fields: known };
}

/** Every documented field that the service gave, by group. */
export function vmFields(vm: Vm): readonly VmFieldGroup[] {
  return [
    group('Price', [
      ['When running', rate(vm.hourlyRate)],
      ['GPU', rate(vm.gpuHourlyRate)],
      ['Storage', rate(vm.storageHourlyRate)],
      ['Rental', text(vm.rentalType)],
      ['Reservation', text(vm.reservationId)],
    ]),
    group('Machine', [
      ['GPU type', text(vm.gpuType)],
      ['GPUs', text(vm.gpuCount)],
      ['CPU', text(vm.cpuModel)],
      ['CPU cores', text(vm.cpuCores)],
      ['CPU load', text(vm.cpuPercent, '%')],
      ['RAM', text(vm.ramGb, ' GB')],
      ['RAM in use', text(vm.ramPercent, '%')],
      ['Storage', text(vm.storageGb, ' GB')],
      ['PCIe generation', text(vm.pcieGen)],
      ['Node', text(vm.node)],
      ['IP address', text(vm.ipAddress)],
    ]),
    group('Times', [
      ['Created', time(vm.createdAt)],
      ['Started', time(vm.startedAt)],
      ['Stopped', time(vm.stoppedAt)],
      ['Auto-restart', yesOrNo(vm.autoRestart)],
    ]),
    group('Names', [
      ['Label', text(vm.label)],
      ['Number', text(vm.vmid)],
      ['ID', text(vm.id)],
      ['Owner', text(vm.userId)],
      ['Status', text(vm.status)],
    ]),
  ].filter(({ fields }) => fields.length > 0);
}
