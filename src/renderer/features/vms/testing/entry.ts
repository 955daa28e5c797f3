import type { Vm } from '../../../../shared/domain/index.ts';
import type { VmEntry } from '../vm-entry.ts';

/** A running VM of which only its id is known, and what is given. */
export function vmWith(fields: Partial<Vm>): Vm {
  return {
    id: 'id-1',
    vmid: null,
    userId: null,
    node: null,
    label: null,
    gpuType: null,
    gpuCount: null,
    storageGb: null,
    ramGb: null,
    cpuCores: null,
    ipAddress: null,
    status: 'running',
    createdAt: null,
    startedAt: null,
    stoppedAt: null,
    rentalType: null,
    reservationId: null,
    autoRestart: null,
    hourlyRate: null,
    gpuHourlyRate: null,
    storageHourlyRate: null,
    cpuPercent: null,
    ramPercent: null,
    cpuModel: null,
    pcieGen: null,
    ...fields,
  };
}

/** The same as a row of the only account. */
export function entryWith(fields: Partial<Vm>, accountLabel: string | null = null): VmEntry {
  const vm = vmWith(fields);
  return { key: `a/${vm.id}`, accountId: 'a', accountLabel, vm };
}
