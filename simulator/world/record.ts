import { dollars } from './money.ts';
import { fraction, uuid } from './seeded.ts';
import { currentPhase, type LoadProfile, type Vm, type VmStatus } from './vm.ts';

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

function loadAt({ seed, order: { profile } }: Vm, now: number) {
  const resting = profile === 'idle' ? 5 : 25 + 45 * fraction(seed, 4);
  return {
    cpu_percent: percent(rawCpu(profile, seed, now)),
    ram_percent: percent(resting + 4 * wave(now, 1_500_000, seed)),
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
  const { node, rentalType, gpuCount } = vm.order;
  const rated = !HAS_NO_RATE.includes(status) || vm.rates.charged[status].storage;
  const load = status === 'running' ? loadAt(vm, now) : { cpu_percent: 0, ram_percent: 0 };
  return {
    id: vm.id,
    vmid: vm.vmid,
    user_id: vm.userId,
    node: node.id,
    instance_label: vm.order.label,
    gpu_type: node.gpuType,
    gpu_count: gpuCount,
    storage_gb: vm.order.storageGb,
    ram_gb: 64 * gpuCount,
    cpu_cores: 12 * gpuCount,
    ip_address: HAS_NO_ADDRESS.includes(status) ? null : vm.ip,
    status,
    created_at: new Date(vm.phases[0].from).toISOString(),
    started_at: isoOrNull(vm.phases.findLast((phase) => phase.status === 'running')?.from),
    stopped_at: IS_STOPPED.includes(status) ? isoOrNull(from) : null,
    rental_type: rentalType,
    reservation_id: rentalType === 'reserved' ? `res-${uuid(vm.seed, 9).slice(0, 8)}` : null,
    auto_restart: vm.order.autoRestart,
    hourly_rate: rated ? dollars(vm.rates.gpu + vm.rates.storage) : null,
    gpu_hourly_rate: rated ? dollars(vm.rates.gpu) : null,
    storage_hourly_rate: rated ? dollars(vm.rates.storage) : null,
    ...load,
    cpu_model: node.cpuModel,
    pcie_gen: node.pcieGen,
  };
}

export type VmRecord = ReturnType<typeof plainRecord>;
