import type { FaultInput } from '../../simulator/index.ts';
import { CAPTIVE_PORTAL, INTERMEDIARIES } from '../../simulator/testing/intermediaries.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { MAX_BODY } from '../world/application.ts';
import type { World } from '../world/world.ts';
import type { Chance } from './chance.ts';

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 429, 429, 429, 500, 502, 503, 503, 503, 511];
const RETRY_AFTER = ['1', '20', '60', '90', '300', 'date', 'soon', '-5', null, '99999999999'];
/** Invalid answers: none has a VM or a rate. */
const BODIES = [[], {}, null, '"text"', 7, [[]], { vms: null }, '{"almost": json', ''];
const LOCATION = { location: 'http://localhost/' };

const KINDS = [
  ...(['echo-authorization', 'stall-before-headers', 'drop-connection', 'none'] as const),
  ...(['stall-mid-body', 'cut-body', 'wrong-types', 'wrong-types', 'drop-answer'] as const),
];

/** Each kind of fault. Answers with a limit, and answers that can be read in part, come more often. */
function faults({ pick, random }: Chance, now: number): readonly FaultInput['fault'][] {
  const after = pick(RETRY_AFTER);
  const value = after === 'date' ? new Date(now + 90 * SECOND_MS).toUTCString() : after;
  const headers = value === null ? {} : { 'retry-after': value };
  const status = { kind: 'status', status: pick(STATUSES), headers } as const;
  return [
    ...[status, status, status, CAPTIVE_PORTAL, pick(Object.values(INTERMEDIARIES))],
    ...KINDS.map((kind) => ({ kind })),
    ...(['enormous-body', 'gzip-bomb'] as const).map((kind) => ({ kind, bytes: 1.5 * MAX_BODY })),
    { kind: 'answer', body: pick(BODIES) },
    { kind: 'answer', status: pick([301, 302, 307, 308]), body: '', headers: LOCATION },
    { kind: 'new-vms', count: 3 },
    { kind: 'late-answer', ms: Math.floor(20 * random()) },
    { kind: 'other-answer', status: pick([500, 503]) },
  ];
}

/** By status, the statuses that may follow; `gone`: no endpoint knows the VM. */
const NEXT: Readonly<{ [status: string]: readonly string[] }> = {
  running: ['stopping', 'stopping', 'interrupted', 'failed', 'offline', 'destroyed', 'gone'],
  stopped: ['starting', 'starting', 'starting', 'destroyed', 'gone'],
  interrupted: ['starting', 'starting', 'destroyed'],
  offline: ['running', 'running', 'destroyed'],
  failed: ['destroyed', 'gone'],
  destroyed: ['gone'],
};
/** Where a termination has no way back. */
const LAMBDA_NEXT: typeof NEXT = { ...NEXT, stopped: ['gone'], interrupted: ['destroyed', 'gone'] };

interface Service {
  /** In a list without faults, where they differ from the world's statuses; null: it does not list the VM. */
  readonly phases: Readonly<{ [status: string]: string | null }>;
  /** Places of faults. */
  readonly paths: readonly string[];
}

/** Each provider: a new one has to be added here. */
const SERVICES: Readonly<Record<ProviderId, Service>> = {
  rental: {
    phases: {},
    paths: ['/vms', '/vms', '/vms', '/billing', '/', '/auth/refresh', '/billing/usage'],
  },
  runpod: {
    phases: { stopping: 'running', interrupted: 'stopped', offline: 'failed', destroyed: null },
    paths: ['/v2/pods', '/v2/pods', '/v2/pods', '/v2/billing', '/', '/v2/billing/pods'],
  },
  vast: {
    phases: { stopping: 'running', destroyed: null },
    paths: ['/api/v1/instances/', '/api/v1/instances/', '/', '/api/v0/users', '/api/v0/charges/'],
  },
  lambda: {
    phases: { starting: 'creating', failed: 'offline', stopped: null },
    paths: ['/api/v1/instances', '/api/v1/instances', '/'],
  },
};

/** By id, as a list without faults shows them. */
export function listedPhases(provider: ProviderId, { control, credentials }: World) {
  const { listDestroyed } = control.setOptions({});
  const vms = credentials.flatMap(({ email }) => control.vms(email));
  const phases = vms.flatMap(({ id, status }) => {
    const { [status]: phase = status } = SERVICES[provider].phases;
    const isListed = phase !== null && (phase !== 'destroyed' || listDestroyed);
    return isListed ? [[id, phase] as const] : [];
  });
  return new Map(phases);
}

const MOST_VMS = 6;
const GPUS = ['5090', '4090', 'pro6000'] as const;

/** Faults at the service, one after the other, and changes of the account's VMs. @param onHit called for each request that a fault applies to */
export function createPlan(
  provider: ProviderId,
  { control, credentials }: World,
  chance: Chance,
  onHit: (kind: string) => void,
) {
  const next = provider === 'lambda' ? LAMBDA_NEXT : NEXT;
  let placed: ReturnType<typeof control.addFault> | null = null;
  let names = 0;
  const at = { fault: 0, change: 0 };
  function create(start: Parameters<typeof control.createVm>[0]): void {
    names += 1;
    control.createVm({ instance_label: `vm-${names}`, ...start });
  }
  for (let count = 0; count < MOST_VMS / 2; count += 1) create({ status: 'running' });
  for (const { email } of credentials.slice(1)) create({ email, status: 'running' });

  function placeFault(now: number): void {
    placed?.clear();
    const fault = chance.pick(faults(chance, now));
    const path = chance.pick(SERVICES[provider].paths);
    const times = 1 + Math.floor(8 * chance.random());
    placed = control.addFault({ path, times, fault }, () => onHit(fault.kind));
    at.fault = now + MINUTE_MS + chance.around(2 * MINUTE_MS);
    // Otherwise the next refresh is up to an hour away.
    if (path === '/auth/refresh') control.expireAccessTokens();
  }

  function changeVms(): void {
    const all = control.vms();
    if (all.length === 0 || (all.length < MOST_VMS && chance.random() < 0.3)) {
      create({ gpu_type: chance.pick(GPUS), gpu_count: chance.pick([1, 2]) });
      return;
    }
    const vm = chance.pick(all);
    const status = chance.pick(next[vm.status] ?? [vm.status]);
    if (status === 'gone') control.destroyVm(vm.id, 'gone');
    else if (status !== vm.status) control.setVm(vm.id, { status });
    if (chance.random() < 0.2) control.setPrice(chance.pick(GPUS), 0.2 + 2 * chance.random());
  }

  return {
    rest(): void {
      placed?.clear();
      at.fault = 0;
    },
    /** Forms that the service may have. */
    reshape: () =>
      control.setOptions({
        listDestroyed: chance.pick([true, false]),
        podsPerPage: chance.pick([0, 2, 1000]),
        billLagHours: chance.pick([0, 3]),
      }),
    /** Call it regularly. @param hasChanges otherwise the VMs stay as they are */
    tick(now: number, hasChanges: boolean): void {
      if (now >= at.fault) placeFault(now);
      if (now >= at.change && hasChanges) {
        changeVms();
        at.change = now + chance.around(100 * SECOND_MS);
      }
    },
  };
}
