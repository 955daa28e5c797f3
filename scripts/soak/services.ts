import type { BehaviorPatch, Simulator } from '../../simulator/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';

type Vm = ReturnType<Simulator['control']['vms']>[number];

/** Truth of a provider: how it shows and bills the VMs of the simulated world. */
export interface SoakedService {
  /** It sends the account's rate; otherwise the rate is the sum of the list. */
  readonly hasSpend: boolean;
  /** The phase of a VM in a list without faults; null: it is not in it. */
  readonly shownAs: (vm: Vm) => string | null;
  /** $/h of a VM as shown; null: unknown. */
  readonly rateOf: (vm: Vm) => number | null;
  /** Its records have the start of each run; the others may show a later one, at which the app first saw the run. */
  readonly hasStart: (vm: Vm) => boolean;
  /** By status, the statuses that may follow; `gone`: no endpoint knows the VM. */
  readonly next: Readonly<{ [status: string]: readonly string[] }>;
  /** Places of faults that come often, and of those that are seldom. */
  readonly faultPaths: readonly (readonly string[])[];
  /** Forms that the service may have, in combinations that a client can tell apart. */
  readonly shapes: readonly BehaviorPatch[];
}

// As simulator/README.md says.
const CHARGES_GPU = ['running', 'stopping'];
const CHARGES_DISK = ['starting', 'running', 'stopping', 'stopped', 'interrupted', 'offline'];

function charged(vm: Vm, ofGpu = CHARGES_GPU, ofDisk = CHARGES_DISK): number {
  const gpu = ofGpu.includes(vm.status) ? (vm.gpu_hourly_rate ?? 0) : 0;
  return gpu + (ofDisk.includes(vm.status) ? (vm.storage_hourly_rate ?? 0) : 0);
}

/** A provider's phases for the world's statuses, where they differ; null: it does not list the VM. */
const shownBy =
  (phases: Readonly<{ [status: string]: string | null }>) =>
  ({ status }: Vm) =>
    status in phases ? (phases[status] ?? null) : status;

const NEXT: SoakedService['next'] = {
  running: ['stopping', 'stopping', 'interrupted', 'failed', 'offline', 'destroyed', 'gone'],
  stopped: ['starting', 'starting', 'starting', 'destroyed', 'gone'],
  interrupted: ['starting', 'starting', 'destroyed'],
  offline: ['running', 'running', 'destroyed'],
  failed: ['destroyed', 'gone'],
  destroyed: ['gone'],
};

const RENTAL: SoakedService = {
  hasSpend: true,
  shownAs: shownBy({}),
  rateOf: (vm) => charged(vm),
  hasStart: () => true,
  next: NEXT,
  faultPaths: [
    ['/vms', '/vms', '/billing', '/'],
    ['/auth/refresh', '/billing/usage'],
  ],
  shapes: [
    { maxLimit: null },
    { maxLimit: 3 },
    { maxLimit: 4 },
    { readsPerMinute: 25 },
    { readsPerMinute: 600 },
    { listDestroyed: false },
    { listDestroyed: true },
  ],
};

const runpodPhase = shownBy({
  stopping: 'running',
  interrupted: 'stopped',
  offline: 'failed',
  destroyed: null,
});

const RUNPOD: SoakedService = {
  hasSpend: false,
  shownAs: runpodPhase,
  rateOf(vm) {
    // The list price of its volume: $0.20 per GB and month.
    if (runpodPhase(vm) === 'stopped') return ((vm.storage_gb ?? 0) * 0.2) / 730;
    const sent = charged(vm);
    return sent > 0 ? sent : null;
  },
  hasStart: () => true,
  next: NEXT,
  faultPaths: [
    ['/v2/pods', '/v2/pods', '/v2/billing', '/'],
    ['/v2/billing', '/v2/billing/pods'],
  ],
  shapes: [
    { podsPerPage: 0 },
    { podsPerPage: 2 },
    { podsPerPage: 1000 },
    { billLagHours: 3 },
    { billLagHours: 0 },
    { readsPerMinute: 25 },
    { readsPerMinute: 600 },
  ],
};

// A crashed container holds its GPU. Nothing is billed while the host is offline.
const VAST_GPU = [...CHARGES_GPU, 'failed'];
const VAST_DISK = [...CHARGES_DISK.filter((status) => status !== 'offline'), 'failed'];

const VAST: SoakedService = {
  hasSpend: false,
  shownAs: shownBy({ stopping: 'running', destroyed: null }),
  rateOf: (vm) => charged(vm, VAST_GPU, VAST_DISK),
  // As simulator/README.md says: one in four has no uptime.
  hasStart: ({ vmid }) => vmid % 4 !== 3,
  next: NEXT,
  faultPaths: [
    ['/api/v1/instances/', '/api/v1/instances/', '/api/v0/users', '/'],
    ['/api/v0/charges/', '/api/v0/users'],
  ],
  // Longer and shorter intervals between two requests, and bills that lag.
  shapes: [
    { readsPerMinute: 300 },
    { readsPerMinute: 600 },
    { readsPerMinute: 6_000 },
    { billLagHours: 3 },
    { billLagHours: 0 },
  ],
};

const LAMBDA_CHARGES = ['running', 'offline', 'stopping'];

const LAMBDA: SoakedService = {
  hasSpend: false,
  shownAs: shownBy({ starting: 'creating', stopped: null }),
  // Whole cents, of whole millionths: 100 × 1.285 is 128.49….
  rateOf: ({ status, gpu_hourly_rate: rate }) =>
    LAMBDA_CHARGES.includes(status) ? Math.round(Math.round(1e6 * (rate ?? 0)) / 1e4) / 100 : 0,
  hasStart: () => false,
  // A termination has no way back.
  next: {
    ...NEXT,
    running: ['stopping', 'stopping', 'interrupted', 'offline', 'destroyed', 'gone'],
    stopped: ['gone'],
    interrupted: ['destroyed', 'gone'],
  },
  faultPaths: [['/api/v1/instances', '/api/v1/instances', '/']],
  shapes: [{ readsPerMinute: 60 }, { readsPerMinute: 600 }],
};

/** Each provider: a new one has to be added here. */
export const SERVICES: Readonly<Record<ProviderId, SoakedService>> = {
  rental: RENTAL,
  runpod: RUNPOD,
  vast: VAST,
  lambda: LAMBDA,
};
