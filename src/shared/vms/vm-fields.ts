import type { Vm } from '../domain/vm.ts';
import { printable } from '../format/index.ts';

/** Value of a field: a text, a rate in $/h, or an ISO time. Rates stay numbers, so that amounts can be hidden. */
export type FieldValue = string | { readonly perHour: number } | { readonly iso: string };

type Field = readonly [name: string, value: FieldValue | null];

export interface VmFieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
}

function text(value: string | number | null, unit = ''): string | null {
  const shown = value === null ? '' : printable(String(value));
  return shown === '' ? null : `${shown}${unit}`;
}

const rate = (perHour: number | null | undefined): FieldValue | null =>
  perHour == null ? null : { perHour };
const time = (iso: string | null): FieldValue | null => (iso === null ? null : { iso });

/** Every documented field, by group. @param firstSeen ms since the epoch; null: unknown, or its start is known */
export function vmFields(vm: Vm, firstSeen: number | null = null): readonly VmFieldGroup[] {
  const isRunning = vm.phase === 'running';
  const { gpuPercents = [], contract, rates } = vm;
  return [
    {
      title: 'Price',
      fields: [
        ['When running', rate(rates.running?.perHour)],
        ['When stopped', rate(rates.stopped?.perHour)],
        ['GPU', rate(isRunning ? vm.billed.gpuPerHour : rates.gpuPerHour)],
        ['Storage', rate(vm.billed.storagePerHour ?? rates.storagePerHour)],
        ['Network', rate(vm.billed.networkPerHour)],
      ],
    },
    {
      title: 'Machine',
      fields: [
        ['GPU type', text(vm.gpuType)],
        ['GPUs', text(vm.gpuCount)],
        ['GPU load', text(gpuPercents.map((percent) => `${percent}%`).join(', '))],
        ['CPU', text(vm.cpuModel)],
        ['CPU cores', text(vm.cpuCores)],
        ['CPU load', text(vm.cpuPercent, '%')],
        ['RAM', text(vm.ramGb, ' GB')],
        ['RAM in use', text(vm.ramPercent, '%')],
        ['Storage', text(vm.storageGb, ' GB')],
        ['IP address', text(vm.ipAddress)],
        ...Object.entries(vm.facts).map(([name, fact]) => [name, text(fact)] as const),
      ],
    },
    {
      title: 'Times',
      fields: [
        ...(firstSeen === null
          ? []
          : [['First seen', time(new Date(firstSeen).toISOString())] as const]),
        ['Created', time(vm.createdAt)],
        ['Started', time(vm.startedAt)],
        ['Stopped', time(vm.stoppedAt)],
        ['Contract ends', time(contract?.endsAt ?? null)],
        ['Auto-restart', vm.autoRestart === null ? null : vm.autoRestart ? 'yes' : 'no'],
      ],
    },
    {
      title: 'Names',
      fields: [
        ['Label', text(vm.label)],
        ['ID', text(vm.id)],
        ['Status', text(vm.status)],
      ],
    },
  ];
}
