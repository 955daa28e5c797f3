import { dollars } from './prices.ts';
import { fraction } from './seeded.ts';
import { currentPhase, type Vm, type VmStatus } from './vm.ts';

export type LoadProfile = 'training' | 'serving' | 'idle';

const STEP_MS = 10_000;
const BURST_MS = 180_000;

function wave(now: number, periodMs: number, seed: number): number {
  return Math.sin((now / periodMs + fraction(seed, 1)) * 2 * Math.PI);
}

function rawCpu(profile: LoadProfile, seed: number, now: number): number {
  const noise = fraction(seed, 2, Math.floor(now / STEP_MS));
  switch (profile) {
    case 'training':
      return 78 + 10 * wave(now, 420_000, seed) + 8 * noise;
    case 'serving':
      return fraction(seed, 3, Math.floor(now / BURST_MS)) < 0.4 ? 55 + 40 * noise : 3 + 6 * noise;
    case 'idle':
      return 0.4 + 2 * noise;
  }
}

function percent(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 100) * 10) / 10;
}

/** CPU and RAM in percent, a pure function of VM and time. */
function loadAt(
  profile: LoadProfile,
  seed: number,
  now: number,
): { cpuPercent: number; ramPercent: number } {
  const resting = profile === 'idle' ? 6 : 25 + 45 * fraction(seed, 4);
  return {
    cpuPercent: percent(rawCpu(profile, seed, now)),
    ramPercent: percent(resting + 4 * wave(now, 1_500_000, seed)),
  };
}

const HAS_NO_ADDRESS: readonly VmStatus[] = ['creating', 'failed', 'destroyed'];
const HAS_NO_RATE: readonly VmStatus[] = ['failed', 'destroyed'];
const IS_STOPPED: readonly VmStatus[] = ['stopped', 'interrupted', 'offline', 'destroyed'];

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** The VM as documented, without the control interface's changes. */
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
    stopped_at: IS_STOPPED.includes(status) ? isoOrNull(from) : null,
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

export type VmRecord = ReturnType<typeof plainRecord>;

/** The record as sent: with the control interface's changes, spoilt if the VM is broken. */
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
