import type { Vm, VmOperation } from '../../../shared/domain/index.ts';
import type { DayRange } from '../../../shared/usage/index.ts';
import type { HttpRequest } from '../http/http.ts';
import { MAX_ITEMS, pathId, readItems, readRecord, record } from '../http/read.ts';
import { incompatible, ServiceError } from '../http/service-error.ts';
import type { ProviderClient, ProviderPorts } from '../provider.ts';
import { accountBillSchema, billingQuery, podBillsSchema, usageOf } from './billing.ts';
import { actionOf, podSchema } from './pod.ts';

/** A record per pod and hour of a month. */
const MAX_BILLS_BYTES = 32 * 1024 * 1024;

const listSchema = record(({ pods }) => (Array.isArray(pods) ? pods : null));

/** @throws ServiceError for an id that could name another path, as an encoded `..` does */
function podPath(id: string): string {
  if (pathId(id) === null) throw new ServiceError({ kind: 'notFound', detail: null });
  return `v2/pods/${encodeURIComponent(id)}`;
}

/** The list of an account exists: an answer that it does not is another interface, never "no pods". */
function asChangedInterface(error: unknown, endpoint: string): never {
  if (!(error instanceof ServiceError) || (error.status !== 404 && error.status !== 410))
    throw error;
  return incompatible(endpoint, `status ${error.status}`);
}

/** RunPod's API v2 for one account (`docs/providers/runpod.yaml`). It tells no rate and no balance of the account. */
export function createRunpodClient({ read, write }: ProviderPorts): ProviderClient {
  const billing = (path: string, range: DayRange, signal?: AbortSignal) => {
    const query = billingQuery(range);
    return read({ path, endpoint: `GET /${path}`, query, signal, maxBytes: MAX_BILLS_BYTES });
  };

  async function loggedUsage(range: DayRange, signal?: AbortSignal) {
    const [account, pods] = ['v2/billing', 'v2/billing/pods'] as const;
    const bill = readRecord(
      accountBillSchema,
      (await billing(account, range, signal)).json,
      `GET /${account}`,
      ['metadata'],
    );
    const bills = readRecord(
      podBillsSchema,
      (await billing(pods, range, signal)).json,
      `GET /${pods}`,
      ['records'],
    );
    return usageOf(bill, bills);
  }

  const send = (operation: VmOperation) => async (vmId: string, signal?: AbortSignal) => {
    const path = `${podPath(vmId)}/action`;
    const endpoint = 'POST /v2/pods/{id}/action';
    const body = { action: actionOf(operation) };
    await write({ method: 'POST', path, endpoint, body, ignoresBody: true, signal });
  };

  return {
    async listVms(signal) {
      const endpoint = 'GET /v2/pods';
      const request: Omit<HttpRequest, 'method'> = {
        path: 'v2/pods',
        endpoint,
        query: { includeClusterPods: 'true' },
        signal,
      };
      const { json } = await read(request).catch((error: unknown) =>
        asChangedInterface(error, endpoint),
      );
      const sent = readRecord(listSchema, json, endpoint, ['pods']);
      const { read: items, skipped } = readItems(podSchema, sent);
      const isComplete = sent.length <= MAX_ITEMS;
      return { items, skipped, isComplete };
    },
    async getVm(id, signal): Promise<Vm> {
      const endpoint = 'GET /v2/pods/{id}';
      const { json } = await read({ path: podPath(id), endpoint, signal });
      const vm = readRecord(podSchema, json, endpoint, ['id']);
      return vm.id === id ? vm : incompatible(endpoint, 'another pod');
    },
    usage: loggedUsage,
    loggedUsage,
    operations: { start: send('start'), stop: send('stop'), destroy: send('destroy') },
  };
}
