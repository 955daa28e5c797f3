import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { type IsOwnError, isText } from '../http/http-problem.ts';
import { fields, readRecord, record } from '../http/read.ts';
import { asChangedInterface, incompatible, namedBy, ServiceError } from '../http/service-error.ts';
import { listingOf } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { instanceSchema } from './instance.ts';
import { readTypes } from './offers.ts';

/** A page has all instances: `MAX_ITEMS` of 1.6 kB. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

const listSchema = record(({ data }) => (Array.isArray(data) ? data : null));
const oneSchema = record(({ data }) => instanceSchema.safeParse(data).data ?? null);

/** `{error: {code, message}}`, with a path as the code. */
const isOwnError: IsOwnError = ({ isJson, body }) => {
  const { code, message } = fields(body['error']);
  return (
    isJson && typeof code === 'string' && /^[a-z-]+(\/[a-z-]+)+$/.test(code) && isText(message)
  );
};

/** A 403 may be about the key, which has no scopes, or about the account: only the code tells. */
function byCode(error: unknown): never {
  if (!(error instanceof ServiceError) || error.problem.kind === 'notTheService') throw error;
  const { problem, code } = error;
  if (code === 'global/account-inactive') {
    const detail = 'detail' in problem ? (problem.detail ?? null) : null;
    throw error.as({ kind: 'inactiveAccount', detail });
  }
  if (problem.kind !== 'forbidden') throw error;
  throw error.as({ ...problem, hasNoScopes: true });
}

const named = <Args extends readonly unknown[], T>(call: (...args: Args) => Promise<T>) =>
  namedBy(PROVIDERS.lambda.name, (...args: Args) => call(...args).catch(byCode));

/** Lambda Cloud's API v1 for one account (`docs/providers/lambda.yaml`). It tells no spend, usage and balance, and has no stop. */
export function createLambdaClient({ read, write }: ProviderPorts): ProviderClient {
  return {
    listVms: named(async (signal) => {
      const request = { path: '/api/v1/instances', signal, maxBytes: MAX_LIST_BYTES };
      const answer = await read(request).catch(asChangedInterface);
      const sent = readRecord(listSchema, answer, ['data']);
      return listingOf(instanceSchema, sent);
    }),
    getVm: named(async (id, signal) => {
      const answer = await read({ path: '/api/v1/instances/{vm_id}', vmId: id, signal });
      const vm = readRecord(oneSchema, answer, ['data']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another instance');
    }),
    // File systems, mounted or not.
    isRateAtLeast: true,
    offers: named((_wish, signal) => readTypes({ read }, signal)),
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
