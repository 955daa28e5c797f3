import type { Problem, Spend, Vm } from '../../../shared/domain/index.ts';
import type { RateLimit } from '../../service/index.ts';
import type { MonitoredClient } from '../index.ts';
import { failure, spend } from './records.ts';

/** What a request comes to: a value, a problem, or nothing until it is cancelled. */
export type Answer<T> = { readonly value: T } | { readonly problem: Problem } | 'never' | 'defect';

/** A client whose answers are set by the test, and may be changed at any time. */
export interface FakeClient extends MonitoredClient {
  vms: Answer<readonly Vm[]>;
  /** Records that the list could not read. */
  skipped: number;
  spend: Answer<Spend>;
  /** `GET /vms/{vm_id}`; not found where nothing is set. */
  readonly single: Map<string, Answer<Vm>>;
  limit: RateLimit | null;
  /** `vms`, `spend` and `vm <id>`, in the order in which they were asked for. */
  readonly asked: string[];
  /** Requests that were cancelled. */
  cancelled: number;
}

/** No VMs and a spend, until the test says otherwise. */
export function fakeClient(first: Partial<Pick<FakeClient, 'vms' | 'spend'>> = {}): FakeClient {
  function answer<T>(name: string, set: Answer<T>, signal?: AbortSignal): Promise<T> {
    client.asked.push(name);
    if (set === 'defect') return Promise.reject(new TypeError('x is not a function'));
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
    spend: { value: spend() },
    single: new Map(),
    limit: null,
    asked: [],
    cancelled: 0,
    ...first,
    async listVms(signal) {
      const items = await answer('vms', client.vms, signal);
      return { items, skipped: client.skipped, isComplete: true, isRepeating: false };
    },
    currentSpend: (signal) => answer('spend', client.spend, signal),
    getVm(id, signal) {
      const unknown = { problem: { kind: 'notFound', detail: null } } as const;
      return answer(`vm ${id}`, client.single.get(id) ?? unknown, signal);
    },
    rateLimit: () => client.limit,
    requestCount: () => client.asked.length,
  };
  return client;
}
