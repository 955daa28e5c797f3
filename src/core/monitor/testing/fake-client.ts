import type { Spend } from '../../../shared/domain/billing.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { MonitoredClient } from '../index.ts';
import { failure, spend } from './records.ts';

/** The answer to a request; `never`: none until it is cancelled. */
export type Answer<T> =
  | { readonly value: T }
  | { readonly problem: Problem }
  | 'never'
  | 'internalError';

/** A client with answers that a test can change. */
export interface FakeClient extends MonitoredClient {
  vms: Answer<readonly Vm[]>;
  /** Records of the list that could not be parsed. */
  skipped: number;
  /** Whether the list is read to its end. */
  isComplete: boolean;
  spend: Answer<Spend>;
  /** `GET /vms/{vm_id}`; not found by default. */
  readonly single: Map<string, Answer<Vm>>;
  /** The end of a `Retry-After`, monotonic ms. */
  retryAt: number | null;
  /** The requests in order: `vms`, `spend` or `vm <id>`. */
  readonly asked: string[];
  /** Requests that were cancelled. */
  cancelled: number;
}

/** By default without VMs, and with a spend. */
export function fakeClient(first: Partial<Pick<FakeClient, 'vms' | 'spend'>> = {}): FakeClient {
  function answer<T>(name: string, set: Answer<T>, signal?: AbortSignal): Promise<T> {
    client.asked.push(name);
    if (set === 'internalError') return Promise.reject(new TypeError('x is not a function'));
    if (set === 'never')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          client.cancelled += 1;
          reject(signal.reason);
        });
      });
    return 'value' in set ? Promise.resolve(set.value) : Promise.reject(failure(set.problem));
  }
  const client: FakeClient = {
    vms: { value: [] },
    skipped: 0,
    isComplete: true,
    spend: { value: spend() },
    single: new Map(),
    retryAt: null,
    asked: [],
    cancelled: 0,
    ...first,
    async listVms(signal) {
      const vms = await answer('vms', client.vms, signal);
      const { skipped, isComplete } = client;
      return { vms, skipped, isComplete };
    },
    currentSpend: (signal) => answer('spend', client.spend, signal),
    getVm(id, signal) {
      const unknown = { problem: { kind: 'notFound' } } as const;
      return answer(`vm ${id}`, client.single.get(id) ?? unknown, signal);
    },
    pace: { opensAt: () => null, spacing: () => 0, retryAt: () => client.retryAt },
    requestCount: () => client.asked.length,
  };
  return client;
}
