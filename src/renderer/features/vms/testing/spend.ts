import type { Spend, SpendVm } from '../../../../shared/domain/index.ts';

/** A spend of which nothing is known but what is given. */
export function spendWith(fields: Partial<Spend>): Spend {
  return {
    perHour: null,
    perDay: null,
    perMonth: null,
    hourlyRate: null,
    runningVms: null,
    vms: [],
    skipped: 0,
    lastUpdated: null,
    ...fields,
  };
}

/** A VM that is billed, of which only its id is known. */
export function billedVm(vmId: string): SpendVm {
  return {
    vmId,
    vmid: null,
    gpuType: null,
    gpuCount: null,
    storageGb: null,
    gpuPerHour: null,
    storagePerHour: null,
    networkPerHour: null,
    totalPerHour: null,
  };
}
