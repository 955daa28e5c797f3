import { readListIn, readRecord, record } from '../http/read.ts';
import { asChangedInterface, incompatible } from '../http/service-error.ts';
import { readTokenPages } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { isOwnError, named } from './errors.ts';
import { instanceSchema } from './instance.ts';
import { createRenting, readTypes } from './renting.ts';

/** A page has all instances: `MAX_ITEMS` of 1.6 kB. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

const oneSchema = record(({ data }) => instanceSchema(data));

/** Lambda Cloud's API v1 for one account (`docs/providers/lambda.yaml`). It has no spend, usage, balance and stop. */
export function createLambdaClient(ports: ProviderPorts): ProviderClient {
  const { read, write } = ports;
  return {
    listVms: named((signal) =>
      readTokenPages(async () => {
        const request = { path: '/api/v1/instances', signal, maxBytes: MAX_LIST_BYTES };
        const answer = await read(request).catch(asChangedInterface);
        return { ...readListIn(instanceSchema, answer, 'data'), nextToken: null, total: null };
      }, ports),
    ),
    getVm: named(async (id, signal) => {
      const answer = await read({ path: '/api/v1/instances/{vm_id}', vmId: id, signal });
      const vm = readRecord(oneSchema, answer, ['data']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another instance');
    }),
    offers: named((_wish, signal) => readTypes(read, signal)),
    renting: createRenting({ read, write }),
    operations: {
      destroy: named(async (vmId: string, signal?: AbortSignal) => {
        const path = '/api/v1/instance-operations/terminate';
        const body = { instance_ids: [vmId] };
        // Its answer has records with secrets.
        await write({ method: 'POST', path, body, answer: 'unparsed', signal });
      }),
    },
  };
}

export const lambda: Adapter = { open: createLambdaClient, isOwnError };
