import type { Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** Value of a field; null: unknown. Rates stay numbers, so that amounts can be hidden. */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'rate'; readonly perHour: number | null }
  | { readonly kind: 'time'; readonly iso: string | null };

export interface VmField {
  readonly name: string;
  readonly value: FieldValue;
}

export interface VmFieldGroup {
  readonly title: string;
  readonly fields: readonly VmField[];
}

function text(name: string, value: string | number | null, unit = ''): VmField {
  const shown = value === null ? '' : printable(String(value));
  return { name, value: { kind: 'text', text: shown === '' ? null : `${shown}${unit}` } };
}

const rate = (name: string, perHour: number | null): VmField => ({
  name,
  value: { kind: 'rate', perHour },
});

const time = (name: string, iso: string | null): VmField => ({
  name,
  value: { kind: 'time', iso },
});

function yesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? 'yes' : 'no';
}

/** Billed rate and prices. @param billed $/h; null: unknown */
export function vmCost(vm: Vm, billed: number | null): VmFieldGroup {
  return {
    title: 'Cost',
    fields: [
      rate('Billed now', billed),
      rate('Price when running', vm.hourlyRate),
      rate('GPU price', vm.gpuHourlyRate),
      rate('Storage price', vm.storageHourlyRate),
      text('Rental', vm.rentalType),
      text('Reservation', vm.reservationId),
    ],
  };
}

/** Every other documented field of a VM. */
export function vmFields(vm: Vm): readonly VmFieldGroup[] {
  return [
    {
      title: 'Machine',
      fields: [
        text('GPU type', vm.gpuType),
        text('GPUs', vm.gpuCount),
        text('CPU', vm.cpuModel),
        text('CPU cores', vm.cpuCores),
        text('CPU load', vm.cpuPercent, ' %'),
        text('RAM', vm.ramGb, ' GB'),
        text('RAM in use', vm.ramPercent, ' %'),
        text('Storage', vm.storageGb, ' GB'),
        text('PCIe generation', vm.pcieGen),
        text('Node', vm.node),
        text('IP address', vm.ipAddress),
      ],
    },
    {
      title: 'Times',
      fields: [
        time('Created', vm.createdAt),
        time('Started', vm.startedAt),
        time('Stopped', vm.stoppedAt),
        text('Auto-restart', yesOrNo(vm.autoRestart)),
      ],
    },
    {
      title: 'Names',
      fields: [
        text('Label', vm.label),
        text('Number', vm.vmid),
        text('ID', vm.id),
        text('Owner', vm.userId),
        text('Status', vm.status),
      ],
    },
  ];
}
