import type { Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** A documented field in words; null: not known. Amounts stay figures, so that they can be hidden. */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'rate'; readonly perHour: number | null }
  | { readonly kind: 'time'; readonly iso: string | null };

/** One line of the details: what it is called, and what the service says. */
export interface VmField {
  readonly name: string;
  readonly value: FieldValue;
}

/** Lines that belong together, under one heading. */
export interface VmFieldGroup {
  readonly title: string;
  readonly fields: readonly VmField[];
}

function text(name: string, value: string | number | null, unit = ''): VmField {
  const words = value === null ? '' : printable(String(value));
  return { name, value: { kind: 'text', text: words === '' ? null : `${words}${unit}` } };
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

/** What the VM costs now, and what it is priced at, whether or not that is billed. @param billed $/h; null: not known */
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

/** Every other field that the service documents of a VM, as one reads them: machine, times, names. */
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
        text('Address', vm.ipAddress),
      ],
    },
    {
      title: 'Times',
      fields: [
        time('Created', vm.createdAt),
        time('Started', vm.startedAt),
        time('Stopped', vm.stoppedAt),
        text('Restarts by itself', yesOrNo(vm.autoRestart)),
      ],
    },
    {
      title: 'Names',
      fields: [
        text('Label', vm.label),
        text('Number', vm.vmid),
        text('Id', vm.id),
        text('Owner', vm.userId),
        text('Status', vm.status),
      ],
    },
  ];
}
