import { loadAt } from './load.ts';
import { dollars } from './money.ts';
import type { VmStatus } from './terms.ts';
import { currentPhase, type Vm } from './vm.ts';

const HAS_NO_ADDRESS: readonly VmStatus[] = ['creating', 'failed', 'destroyed'];
const HAS_NO_RATE: readonly VmStatus[] = ['failed', 'destroyed'];
const STANDS_STILL: readonly VmStatus[] = ['stopped', 'interrupted', 'offline', 'destroyed'];

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** The VM as the document describes it, before anything is put over it. */
export function plainRecord(vm: Vm, now: number) {
  const { status, from } = currentPhase(vm);
  const rated = !HAS_NO_RATE.includes(status);
  const load =
    status === 'running' ? loadAt(vm.profile, vm.seed, now) : { cpuPercent: 0, ramPercent: 0 };
  return {
    id: vm.id,
    vmid: vm.vmid,
    user_id: vm.userId,
    node: vm.node,
    instance_label: vm.label,
    gpu_type: vm.gpuType,
    gpu_count: vm.gpuCount,
    storage_gb: vm.storageGb,
    ram_gb: vm.ramGb,
    cpu_cores: vm.cpuCores,
    ip_address: HAS_NO_ADDRESS.includes(status) ? null : vm.ip,
    status,
    created_at: new Date(vm.phases[0].from).toISOString(),
    started_at: isoOrNull(vm.phases.findLast((phase) => phase.status === 'running')?.from),
    stopped_at: STANDS_STILL.includes(status) ? isoOrNull(from) : null,
    rental_type: vm.rentalType,
    reservation_id: vm.reservationId,
    auto_restart: vm.autoRestart,
    hourly_rate: rated ? dollars(vm.gpuRate + vm.storageRate) : null,
    gpu_hourly_rate: rated ? dollars(vm.gpuRate) : null,
    storage_hourly_rate: rated ? dollars(vm.storageRate) : null,
    cpu_percent: load.cpuPercent,
    ram_percent: load.ramPercent,
    cpu_model: vm.cpuModel,
    pcie_gen: vm.pcieGen,
  };
}

/** A VM record as documented. */
export type VmRecord = ReturnType<typeof plainRecord>;

/** What is sent for the VM: its record with the control interface's changes over it, or what is left of it when broken. */
export function sentRecord(vm: Vm, now: number): unknown {
  const record = { ...plainRecord(vm, now), ...vm.overlay };
  switch (vm.breakage) {
    case null:
      return record;
    case 'missing-id':
      return { ...record, id: undefined };
    case 'wrong-types':
      return { ...record, id: 17, gpu_count: 'two', status: { code: 3 }, created_at: false };
    case 'not-an-object':
      return 'vm';
    case 'null':
      return null;
  }
}
