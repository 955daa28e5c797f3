import type { FaultKind } from '../../simulator/faults/board.ts';
import type { FaultInput, Simulator } from '../../simulator/index.ts';
import { CAPTIVE_PORTAL, INTERMEDIARIES } from '../../simulator/testing/intermediaries.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { MAX_BODY } from '../world/application.ts';
import type { Chance } from './chance.ts';
import type { SoakedService } from './services.ts';

type Control = Simulator['control'];

const TOO_LARGE = 1.5 * MAX_BODY;

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 429, 429, 429, 500, 502, 503, 503, 503, 511];
const RETRY_AFTER = ['1', '20', '60', '90', '300', 'date', 'soon', '-5', null, '99999999999'];
/** Invalid answers: none has a VM or a rate. */
const BODIES = [[], {}, null, '"text"', 7, [[]], { vms: null }, { items: [], total: 60 }];
const TEXTS = ['{"almost": json', ''];
const ANSWERS = [...BODIES, ...TEXTS].map((body) => ({ kind: 'answer', body }) as const);
const REDIRECTS = [301, 302, 307, 308].map((status) => {
  return { kind: 'answer', status, body: '', headers: { location: 'http://localhost/' } } as const;
});

/** Each kind of fault: a new kind of the simulator has to be added here. */
const FAULTS: {
  readonly [Kind in FaultKind]: (chance: Chance, now: number) => FaultInput['fault'];
} = {
  status({ pick }, now) {
    const after = pick(RETRY_AFTER);
    const value = after === 'date' ? new Date(now + 90 * SECOND_MS).toUTCString() : after;
    const headers = value === null ? {} : { 'retry-after': value };
    return { kind: 'status', status: pick(STATUSES), headers };
  },
  answer: ({ pick }) =>
    pick([...ANSWERS, CAPTIVE_PORTAL, ...REDIRECTS, ...Object.values(INTERMEDIARIES)]),
  'enormous-body': () => ({ kind: 'enormous-body', bytes: TOO_LARGE }),
  'gzip-bomb': () => ({ kind: 'gzip-bomb', bytes: TOO_LARGE }),
  'new-vms': () => ({ kind: 'new-vms', count: 3 }),
  'echo-authorization': () => ({ kind: 'echo-authorization' }),
  'stall-before-headers': () => ({ kind: 'stall-before-headers' }),
  'drop-connection': () => ({ kind: 'drop-connection' }),
  'stall-mid-body': () => ({ kind: 'stall-mid-body' }),
  'cut-body': () => ({ kind: 'cut-body' }),
  'wrong-types': () => ({ kind: 'wrong-types' }),
  'drop-answer': () => ({ kind: 'drop-answer' }),
  'late-answer': ({ random }) => ({ kind: 'late-answer', ms: Math.floor(20 * random()) }),
  'other-answer': ({ pick }) => ({ kind: 'other-answer', status: pick([500, 503]) }),
  none: () => ({ kind: 'none' }),
};

export const FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** Places one fault after the other on these paths. */
function createFaults(
  control: Control,
  chance: Chance,
  paths: readonly string[],
  pauseMs: number,
  onHit: (kind: string) => void,
) {
  // Answers with a limit, and answers that can be read in part, come more often.
  const { status, answer, 'wrong-types': wrong } = FAULTS;
  const often = [status, status, answer, answer, wrong, wrong];
  const nextFault = chance.deck([...Object.values(FAULTS), ...often]);
  let until = 0;
  let placed: ReturnType<typeof control.addFault> | null = null;
  let times = 0;
  return {
    clear(): void {
      placed?.clear();
      placed = null;
      until = 0;
    },
    /** Call it regularly. */
    place(now: number): void {
      if (placed !== null) {
        const isOver = placed.hits() >= times || (placed.hits() > 0 && now > until);
        if (!isOver) return;
        placed.clear();
        placed = null;
        until = now + chance.around(pauseMs);
      } else if (now >= until) {
        const fault = nextFault()(chance, now);
        const path = chance.pick(paths);
        times = 1 + Math.floor(8 * chance.random());
        placed = control.addFault({ path, times, fault }, () => onHit(fault.kind));
        until = now + 4 * MINUTE_MS;
        // Otherwise the next refresh is up to an hour away.
        if (path === '/auth/refresh') control.expireAccessTokens();
      }
    },
  };
}

/** ms between faults at each group of a service's paths. */
const FAULT_PAUSES = [1.5 * MINUTE_MS, 5 * MINUTE_MS];

const MOST_VMS = 6;

/** Creates, changes and destroys VMs of an account. */
function changeVms(
  { next: after }: SoakedService,
  control: Control,
  chance: Chance,
  email: string,
  name: () => string,
) {
  const vms = control.vms(email);
  const vm = vms.length === 0 ? null : chance.pick(vms);
  if (vm === null || (vms.length < MOST_VMS && chance.random() < 0.3)) {
    control.createVm({
      email,
      instance_label: name(),
      gpu_type: chance.pick(['5090', '4090', 'pro6000']),
      gpu_count: chance.pick([1, 2]),
      rental_type: chance.pick(['on_demand', 'interruptible', 'reserved']),
      auto_restart: chance.pick([true, false]),
    });
    return;
  }
  const next = after[vm.status];
  const status = next === undefined ? null : chance.pick(next);
  if (status === 'gone') control.destroyVm(vm.id, 'gone');
  else if (status !== null) control.setVm(vm.id, { status });
  if (chance.random() < 0.2)
    control.setPrice(chance.pick(['5090', '4090', 'pro6000']), 0.2 + 2 * chance.random());
}

/** Faults at the service, and changes of its VMs. @param onHit called for each request that a fault applies to */
export function createServicePlan(
  service: SoakedService,
  control: Control,
  chance: Chance,
  emails: ReadonlyMap<string, string>,
  onHit: (kind: string) => void,
) {
  let names = 0;
  const nameFor = (user: string) => {
    names += 1;
    return `${user}-${names}`;
  };
  for (const [user, email] of emails)
    for (let count = 0; count < MOST_VMS / 2; count += 1)
      control.createVm({ email, instance_label: nameFor(user), status: 'running' });
  const faults = service.faultPaths.map((paths, index) =>
    createFaults(control, chance, paths, FAULT_PAUSES[index] ?? MINUTE_MS, onHit),
  );
  const shape = chance.deck(service.shapes);
  let changeAt = 0;
  let shapeAt = 0;
  return {
    /** Ends all faults. */
    rest(): void {
      for (const { clear } of faults) clear();
    },
    /** Call it regularly. @param hasChanges otherwise the VMs stay as they are */
    tick(now: number, hasChanges: boolean): void {
      for (const { place } of faults) place(now);
      if (now >= changeAt && hasChanges) {
        const [user, email] = chance.pick([...emails]);
        changeVms(service, control, chance, email, () => nameFor(user));
        changeAt = now + chance.around(100 * SECOND_MS);
      }
      if (now >= shapeAt) {
        control.setOptions(shape());
        shapeAt = now + chance.around(12 * MINUTE_MS);
      }
    },
  };
}
