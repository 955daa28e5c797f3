import type { Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** Value of a field: a text, a rate in $/h, or an ISO time; null: unknown. Rates stay numbers, so that amounts can be hidden. */
export type FieldValue =
  | string
  | null
  | { readonly perHour: number | null }
  | { readonly iso: string | null };

/** Fields by name, in order. */
export interface VmFieldGroup {
  readonly title: string;
  readonly fields: readonly (readonly [name: string, value: FieldValue])[];
}

function text(value: string | number | null, unit = ''): string | null {
  const shown = value === null ? '' : printable(String(value));
  return shown === '' ? null : `${shown}${unit}`;
}

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? 'yes' : 'no';
}

/** Billed rate and prices. @param billed $/h; null: unknown */
export function vmCost(vm: Vm, billed: number | null): VmFieldGroup {
  return {
    title: 'Cost',
    fields: [
      ['Billed now', { perHour: billed }],
      ['Price when running', { perHour: vm.hourlyRate }],
      ['GPU price', { perHour: vm.gpuHourlyRate }],
      ['Storage price', { perHour: vm.storageHourlyRate }],
      ['Rental', text(vm.rentalType)],
      ['Reservation', text(vm.reservationId)],
    ],
  };
}

/** Every other documented field of a VM. */
export function vmFields(vm: Vm): readonly VmFieldGroup[] {
  return [
    {
      title: 'Machine',
      fields: [
        ['GPU type', text(vm.gpuType)],
        ['GPUs', text(vm.gpuCount)],
        ['CPU', text(vm.cpuModel)],
        ['CPU cores', text(vm.cpuCores)],
        ['CPU load', text(vm.cpuPercent, ' %')],
        ['RAM', text(vm.ramGb, ' GB')],
        ['RAM in use', text(vm.ramPercent, ' %')],
        ['Storage', text(vm.storageGb, ' GB')],
        ['PCIe generation', text(vm.pcieGen)],
        ['Node', text(vm.node)],
        ['IP address', text(vm.ipAddress)],
      ],
    },
    {
      title: 'Times',
      fields: [
        ['Created', { iso: vm.createdAt }],
        ['Started', { iso: vm.startedAt }],
        ['Stopped', { iso: vm.stoppedAt }],
        ['Auto-restart', yesOrNo(vm.autoRestart)],
      ],
    },
    {
      title: 'Names',
      fields: [
        ['Label', text(vm.label)],
        ['Number', text(vm.vmid)],
        ['ID', text(vm.id)],
        ['Owner', text(vm.userId)],
        ['Status', text(vm.status)],
      ],
    },
  ];
}
