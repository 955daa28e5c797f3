import type { BehaviorPatch, Simulator } from '../../simulator/index.ts';
import type { ProviderId } from '../../src/shared/providers/index.ts';

type Vm = ReturnType<Simulator['control']['vms']>[number];

/** What a provider's service shows of the simulated world. */
export interface SoakedService {
  /** The path of its list; those of single VMs begin with it. */
  readonly list: string;
  /** The path of its own rate; null: the rate is the sum of the list. */
  readonly spend: string | null;
  /** The records in an answer of the list; null: none. */
  readonly recordsIn: (json: unknown) => unknown;
  readonly nameIn: (record: unknown) => unknown;
  /** A record's status in our words. */
  readonly statusIn: (record: unknown) => string;
  /** The status in our words of a VM in a list without faults; null: it is not in it. */
  readonly shownAs: (vm: Vm) => string | null;
  /** $/h of a VM as shown; null: unknown. */
  readonly rateOf: (vm: Vm) => number | null;
  /** Places of faults that come often, and of those that are seldom. */
  readonly faultPaths: readonly (readonly string[])[];
  /** Forms that the service may have, in combinations that a client can tell apart. */
  readonly shapes: readonly BehaviorPatch[];
}

// As simulator/README.md says.
const CHARGES_GPU = ['running', 'stopping'];
const CHARGES_DISK = ['starting', 'running', 'stopping', 'stopped', 'interrupted', 'offline'];

function charged(vm: Vm): number {
  const gpu = CHARGES_GPU.includes(vm.status) ? (vm.gpu_hourly_rate ?? 0) : 0;
  return gpu + (CHARGES_DISK.includes(vm.status) ? (vm.storage_hourly_rate ?? 0) : 0);
}

const RENTAL: SoakedService = {
  list: '/vms',
  spend: '/billing/current-spend',
  recordsIn: (json) =>
    Array.isArray(json) ? json : Object.values(Object(json)).find((value) => Array.isArray(value)),
  nameIn: (record) => Object(record).instance_label ?? Object(record).id,
  statusIn: (record) => String(Object(record).status),
  shownAs: ({ status }) => status,
  rateOf: charged,
  faultPaths: [
    ['/vms', '/vms', '/billing', '/'],
    ['/auth/refresh', '/billing/usage'],
  ],
  shapes: [
    { vmList: 'array', maxLimit: null },
    { vmList: 'vms', maxLimit: null },
    { vmList: 'items-total', maxLimit: null },
    { vmList: 'items-total', maxLimit: 3 },
    { vmList: 'data-count', maxLimit: 4 },
    { vmList: 'data-page-count', maxLimit: null },
    { readsPerMinute: 25 },
    { readsPerMinute: 600 },
    { listDestroyed: false },
    { listDestroyed: true },
    { rateReset: 'epoch-seconds' },
    { rateReset: 'epoch-milliseconds' },
    { rateReset: 'seconds-left' },
    { refreshAnswer: 'no-expires-in' },
    { refreshAnswer: 'full' },
    { retryAfter: 'http-date' },
    { retryAfter: 'seconds' },
  ],
};

/** Its words for the world's statuses, in ours. */
const OF_RUNPOD: Readonly<{ [status: string]: string | null }> = {
  stopping: 'running',
  interrupted: 'stopped',
  offline: 'failed',
  destroyed: null,
};
const RUNPOD_WORDS: Readonly<{ [word: string]: string }> = {
  PROVISIONING: 'creating',
  STARTING: 'starting',
  RUNNING: 'running',
  EXITED: 'stopped',
  ERROR: 'failed',
};

const runpodStatus = ({ status }: Vm) => {
  const shown = OF_RUNPOD[status];
  return shown === undefined ? status : shown;
};

const RUNPOD: SoakedService = {
  list: '/v2/pods',
  spend: null,
  recordsIn: (json) => Object(json).pods,
  nameIn: (record) => Object(record).name,
  statusIn: (record) => RUNPOD_WORDS[Object(record).status] ?? '',
  shownAs: runpodStatus,
  rateOf(vm) {
    const sent = runpodStatus(vm) === 'stopped' ? 0 : charged(vm);
    if (sent > 0) return sent;
    // The list price of its volume: $0.20 per GB and month.
    return runpodStatus(vm) === 'stopped' ? ((vm.storage_gb ?? 0) * 0.2) / 730 : null;
  },
  faultPaths: [
    ['/v2/pods', '/v2/pods', '/v2/billing', '/'],
    ['/v2/billing', '/v2/billing/pods'],
  ],
  shapes: [
    { readsPerMinute: 25 },
    { readsPerMinute: 600 },
    { retryAfter: 'http-date' },
    { retryAfter: 'seconds' },
  ],
};

/** The providers that can be soaked. */
export const SERVICES = { rental: RENTAL, runpod: RUNPOD } as const satisfies Readonly<{
  [Id in ProviderId]?: SoakedService;
}>;

export type SoakedProvider = keyof typeof SERVICES;

export const isSoaked = (id: string): id is SoakedProvider => Object.hasOwn(SERVICES, id);
