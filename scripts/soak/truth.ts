import type { Simulator } from '../../simulator/index.ts';
import type { SoakedService } from './services.ts';

/** The statuses of VMs by name; names are unique in a soak. */
export type Statuses = ReadonlyMap<string, string>;

/** Answers of a service without faults to an account. */
export interface Truth {
  readonly statuses: Statuses;
  /** $/h; null: unknown. */
  readonly rate: number | null;
  /** The last start of each VM by name, ms since the epoch. */
  readonly starts: ReadonlyMap<string, Start>;
}

export interface Start {
  readonly at: number;
  /** The service shows it. */
  readonly isShown: boolean;
}

export function truthOf(
  service: SoakedService,
  control: Simulator['control'],
  email: string,
): Truth {
  const { listDestroyed } = control.setOptions({});
  const statuses = new Map<string, string>();
  const starts = new Map<string, Start>();
  let rate = 0;
  for (const vm of control.vms(email)) {
    const status = service.shownAs(vm);
    if (status === null || (status === 'destroyed' && !listDestroyed)) continue;
    const name = vm.instance_label ?? vm.id;
    statuses.set(name, status);
    if (vm.started_at !== null)
      starts.set(name, { at: Date.parse(vm.started_at), isShown: service.hasStart(vm) });
    rate += service.rateOf(vm) ?? 0;
  }
  // A sum that leaves something out says nothing at $0.
  return { statuses, starts, rate: service.spend === null && rate === 0 ? null : rate };
}

export const sameRate = (a: number | null, b: number | null) =>
  a === b || (a !== null && b !== null && Math.abs(a - b) < 0.000_001);

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
