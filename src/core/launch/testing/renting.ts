import type { VmList } from '../../../shared/domain/account-state.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import { rateOf, type Vm } from '../../../shared/domain/vm.ts';
import type {
  LaunchChoices,
  LaunchOrder,
  OrderAnswer,
  RegisteredKey,
} from '../../../shared/launch/order.ts';
import { OFFER } from '../../../shared/launch/testing/launch.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { type Renting, ServiceError } from '../../providers/index.ts';
import type { VirtualClock } from '../../testing/virtual-clock.ts';

const CHOICES: LaunchChoices = {
  ...{ images: [], hasOtherImages: true, defaultImage: null, disk: { min: 10, usual: 50 } },
  ...{ hasName: true, keys: null, hasPassword: false, months: [], minBid: null, balance: null },
  notes: [],
};

export const LOST: Problem = { kind: 'timeout', seconds: 30 };

/** A provider whose VMs carry a mark, with faults of its orders. */
export function createFakeProvider() {
  const service = {
    vms: [] as Vm[],
    /** VMs that an order creates. */
    creates: 1,
    perHour: 2,
    isListed: true,
    quote: OFFER as GpuOffer | null,
    keys: null as readonly RegisteredKey[] | null,
    /** Null: created. */
    answer: null as Exclude<OrderAnswer, { kind: 'created' }> | Error | null,
    isVmNamed: false,
    /** The mark of orders is not on the records of VMs. */
    isUnmarked: false,
    orders: [] as LaunchOrder[],
    /** Names of keys. */
    added: [] as string[],
  };
  const list = (): VmList => {
    if (!service.isListed) throw new ServiceError({ kind: 'network' });
    return { vms: service.vms, skipped: 0, isComplete: true };
  };
  const renting: Renting = {
    choices: async () => ({ ...CHOICES, keys: service.keys }),
    quote: async () => service.quote,
    async send(order, mark) {
      service.orders.push(order);
      const { answer, creates, perHour, isUnmarked, isVmNamed } = service;
      const isRefused = answer !== null && 'problem' in answer && answer.kind === 'refused';
      const made = Array.from({ length: isRefused ? 0 : creates }, (_, index) =>
        makeVm({
          ...{ id: `vm${service.vms.length + index}`, status: 'creating', label: order.name },
          ...{ mark: isUnmarked ? null : mark },
          rates: { now: null, running: rateOf(perHour), stopped: null },
        }),
      );
      service.vms = [...service.vms, ...made];
      const [vm] = made;
      if (answer instanceof Error) throw answer;
      if (answer !== null && answer.kind === 'unknown')
        return { ...answer, vmId: isVmNamed ? (vm?.id ?? null) : answer.vmId };
      if (answer !== null) return answer;
      if (vm === undefined) throw new Error('no VM to answer with');
      return { kind: 'created', vmId: vm.id, vm: null };
    },
    async addSshKey(name) {
      service.added.push(name);
      return 'added';
    },
  };
  const client = {
    listVms: async () => list(),
    async getVm(id: string): Promise<Vm> {
      const vm = service.vms.find((each) => each.id === id);
      if (vm === undefined || !service.isListed) throw new ServiceError({ kind: 'notFound' });
      return vm;
    },
    operations: {},
    renting,
  };
  return { service, client };
}

/** Waits until no file is being read or written. */
export async function filesDone(): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = process.getActiveResourcesInfo().some((kind) => kind.includes('Req')) ? 0 : quiet + 1;
  }
}

/** Lets time pass until it is done, at most ten minutes. */
export async function passTime(clock: VirtualClock, isDone: () => boolean): Promise<void> {
  for (let step = 0; step < 300 && !isDone(); step += 1) {
    await filesDone();
    await clock.advance(2_000);
  }
  if (!isDone()) throw new Error('not done after ten minutes');
}
