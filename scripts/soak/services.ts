import type { BehaviorPatch, Simulator } from '../../simulator/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';

type Vm = ReturnType<Simulator['control']['vms']>[number];

/** How the soak reads a provider's requests and answers. */
export interface SoakedService {
  /** The path of its list; those of single VMs begin with it. */
  readonly list: string;
  /** The page of the list that a request wants; null: it wants a single VM. */
  readonly pageOf: (query: URLSearchParams) => 'first' | 'next' | null;
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

const NEXT: SoakedService['next'] = {
  running: ['stopping', 'stopping', 'interrupted', 'failed', 'offline', 'destroyed', 'gone'],
  stopped: ['starting', 'starting', 'starting', 'destroyed', 'gone'],
  interrupted: ['starting', 'starting', 'destroyed'],
  offline: ['running', 'running', 'destroyed'],
  failed: ['destroyed', 'gone'],
  destroyed: ['gone'],
};

const RENTAL: SoakedService = {
  list: '/vms',
  pageOf: (query) => (Number(query.get('offset') ?? 0) === 0 ? 'first' : 'next'),
  spend: '/billing/current-spend',
  recordsIn: (json) =>
    Array.isArray(json) ? json : Object.values(Object(json)).find((value) => Array.isArray(value)),
  nameIn: (record) => Object(record).instance_label ?? Object(record).id,
  statusIn: (record) => String(Object(record).status),
  shownAs: ({ status }) => status,
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

/** Its words for the world's statuses, in ours; null: it does not list the VM. Others are the same. */
type Words = Readonly<{ [status: string]: string | null }>;

function inWords({ status }: Vm, words: Words): string | null {
  const shown = words[status];
  return shown === undefined ? status : shown;
}

const OF_RUNPOD: Words = {
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

const runpodStatus = (vm: Vm) => inWords(vm, OF_RUNPOD);

const RUNPOD: SoakedService = {
  list: '/v2/pods',
  pageOf: (query) => (query.has('cursor') ? 'next' : 'first'),
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

const VAST_WORDS = new Map([
  [null, 'creating'],
  ['loading', 'starting'],
  ['scheduling', 'starting'],
  ['exited', 'stopped'],
]);

/** One that exited and should run has crashed, with its hardware held, or is outbid, or waits for its GPU. */
function vastStatusIn(record: unknown): string {
  const { actual_status: actual, intended_status: intended, cur_state, is_bid } = Object(record);
  if (actual !== 'exited' || intended !== 'running')
    return VAST_WORDS.get(actual) ?? String(actual);
  if (cur_state === 'running') return 'failed';
  return is_bid ? 'interrupted' : 'starting';
}

const OF_VAST: Words = {
  stopping: 'running',
  destroyed: null,
};

// A crashed container holds its GPU. Nothing is billed while the host is offline.
const VAST_GPU = [...CHARGES_GPU, 'failed'];
const VAST_DISK = [...CHARGES_DISK.filter((status) => status !== 'offline'), 'failed'];

const VAST: SoakedService = {
  list: '/api/v1/instances/',
  pageOf(query) {
    if (query.has('select_filters')) return null;
    return query.has('after_token') ? 'next' : 'first';
  },
  spend: null,
  recordsIn: (json) => Object(json).instances,
  nameIn: (record) => Object(record).label ?? `vast-${Object(record).id}`,
  statusIn: vastStatusIn,
  shownAs: (vm) => inWords(vm, OF_VAST),
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

const OF_LAMBDA: Words = {
  starting: 'creating',
  stopped: null,
};
const LAMBDA_WORDS: Readonly<{ [word: string]: string }> = {
  booting: 'creating',
  active: 'running',
  unhealthy: 'offline',
  terminating: 'stopping',
  terminated: 'destroyed',
  preempted: 'interrupted',
};
const LAMBDA_CHARGES = ['running', 'offline', 'stopping'];

const LAMBDA: SoakedService = {
  list: '/api/v1/instances',
  pageOf: () => 'first',
  spend: null,
  recordsIn: (json) => Object(json).data,
  nameIn: (record) => Object(record).name ?? Object(record).id,
  statusIn: (record) => LAMBDA_WORDS[Object(record).status] ?? 'unknown',
  shownAs: (vm) => inWords(vm, OF_LAMBDA),
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
  faultPaths: [
    ['/api/v1/instances', '/'],
    ['/api/v1/instances', '/'],
  ],
  shapes: [{ readsPerMinute: 60 }, { readsPerMinute: 600 }],
};

/** Each provider: a new one has to be added here. */
export const SERVICES: Readonly<Record<ProviderId, SoakedService>> = {
  rental: RENTAL,
  runpod: RUNPOD,
  vast: VAST,
  lambda: LAMBDA,
};
