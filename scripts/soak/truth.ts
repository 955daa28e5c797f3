import type { Simulator } from '../../simulator/index.ts';

/** The statuses of VMs by name; names are unique in a soak. */
export type Statuses = ReadonlyMap<string, string>;

/** Answers of a service without faults to an account. */
export interface Truth {
  readonly statuses: Statuses;
  /** $/h. */
  readonly rate: number;
}

// As simulator/README.md says.
const CHARGES_GPU = ['running', 'stopping'];
const CHARGES_DISK = ['starting', 'running', 'stopping', 'stopped', 'interrupted', 'offline'];

export function truthOf(control: Simulator['control'], email: string): Truth {
  const { listDestroyed } = control.setOptions({});
  const statuses = new Map<string, string>();
  let rate = 0;
  for (const vm of control.vms(email)) {
    if (vm.status === 'destroyed' && !listDestroyed) continue;
    statuses.set(vm.instance_label ?? vm.id, vm.status);
    if (CHARGES_GPU.includes(vm.status)) rate += vm.gpu_hourly_rate ?? 0;
    if (CHARGES_DISK.includes(vm.status)) rate += vm.storage_hourly_rate ?? 0;
  }
  return { statuses, rate };
}

export const sameRate = (a: number, b: number) => Math.abs(a - b) < 0.000_001;

export function sameStatuses(a: Statuses, b: Statuses): boolean {
  return a.size === b.size && [...a].every(([name, status]) => b.get(name) === status);
}

/** Phrases of notifications by status. */
const PHRASES: Readonly<Record<string, string>> = {
  running: 'is running',
  interrupted: 'was interrupted',
  failed: 'has failed',
  offline: 'is offline',
  stopped: 'has stopped',
  destroyed: 'was destroyed',
};

/** The phrase of a notification about a VM that entered the status; undefined: gone. Null: no notification. */
export const whatOf = (status: string | undefined): string | null =>
  status === undefined ? 'is gone' : (PHRASES[status] ?? null);
