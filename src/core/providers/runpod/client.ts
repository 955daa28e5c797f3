import { readFileSync } from 'node:fs';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { type IsOwnError, isText } from '../http/http-problem.ts';
import { fields, readItems, readRecord, record } from '../http/read.ts';
import { asChangedInterface, incompatible } from '../http/service-error.ts';
import { readTokenPages } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { accountBillSchema, billingQuery, podBillsSchema, usageOf } from './billing.ts';
import { actionOf, podSchema } from './pod.ts';
import { createRenting, named, readCatalog } from './renting.ts';

/** The most pods of a page. */
const PAGE = 1_000;

/** An interface without pages sends all pods: `MAX_ITEMS` of 0.8 kB. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** A record per pod and hour of a month. */
const MAX_BILLS_BYTES = 32 * 1024 * 1024;

const pageSchema = record(({ pods, pagination }) => {
  if (!Array.isArray(pods)) return null;
  const { nextCursor, hasNextPage } = fields(pagination);
  const next = typeof nextCursor === 'string' ? nextCursor : null;
  const nextToken = hasNextPage === true ? (next ?? '') : hasNextPage === false ? null : next;
  return { ...readItems(podSchema, pods), nextToken, total: null };
});

/** A problem document (RFC 9457), which repeats the status. */
const isOwnError: IsOwnError = ({ status, type, body }) =>
  type === 'application/problem+json' && body['status'] === status && isText(body['title']);

const STOP_FROM_INSIDE = readFileSync(new URL('./stop-from-inside.sh', import.meta.url), 'utf8');

/**
 * RunPod's API v2 for one account (`docs/providers/runpod.yaml`). It tells no rate and no balance of the account. The windows of
 * `RateLimit` are not noted: only a 429 makes the account wait.
 */
export function createRunpodClient(ports: ProviderPorts): ProviderClient {
  const { read, write, clock } = ports;
  const loggedUsage = named(async (range: DayRange, signal?: AbortSignal) => {
    const request = {
      query: billingQuery(range, clock.now()),
      signal,
      maxBytes: MAX_BILLS_BYTES,
    };
    const account = await read({ ...request, path: '/v2/billing' });
    const pods = await read({ ...request, path: '/v2/billing/pods' });
    return usageOf(
      readRecord(accountBillSchema, account, ['metadata']),
      readRecord(podBillsSchema, pods, ['records']),
    );
  });

  const send = (operation: VmOperation) =>
    named(async (vmId: string, signal?: AbortSignal) => {
      const path = '/v2/pods/{vm_id}/action';
      const body = { action: actionOf(operation) };
      await write({ method: 'POST', path, vmId, body, answer: 'unparsed', signal });
    });

  return {
    listVms: named((signal) =>
      readTokenPages(async (cursor) => {
        const query = { includeClusterPods: 'true', limit: PAGE, cursor };
        const request = { path: '/v2/pods', query, signal, maxBytes: MAX_LIST_BYTES };
        const answer = await read(request).catch(asChangedInterface);
        return readRecord(pageSchema, answer, ['pods']);
      }, ports),
    ),
    getVm: named(async (id, signal) => {
      const answer = await read({ path: '/v2/pods/{vm_id}', vmId: id, signal });
      const vm = readRecord(podSchema, answer, ['id']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another pod');
    }),
    // Network volumes without a pod, and serverless.
    isRateAtLeast: true,
    usage: loggedUsage,
    loggedUsage,
    offers: named((wish, signal) => readCatalog(read, wish, signal)),
    renting: createRenting(ports),
    stopFromInside: STOP_FROM_INSIDE,
    operations: { start: send('start'), stop: send('stop'), destroy: send('destroy') },
  };
}

export const runpod: Adapter = { open: createRunpodClient, isOwnError };
