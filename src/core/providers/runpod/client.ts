import { readFileSync } from 'node:fs';
import { sumAmounts } from '../../../shared/domain/billing.ts';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import { DAY_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { type IsOwnError, isText } from '../http/http-problem.ts';
import {
  fields,
  isObject,
  money,
  readListIn,
  readRecord,
  record,
  shortText,
  text,
} from '../http/read.ts';
import { asChangedInterface, incompatible } from '../http/service-error.ts';
import { readTokenPages } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { amountLog, reportOf } from '../usage-report.ts';
import { actionOf, podSchema } from './pod.ts';
import { createRenting, named, readCatalog } from './renting.ts';

/** Records by the hour, as far as a response may hold them. */
const MAX_HOURLY_DAYS = 31;

/** The query of a range until now: days are in UTC, as at RunPod, so only the last hour is widened. */
function billingQuery({ from, to }: DayRange, now: number) {
  const start = Date.parse(from);
  const end = Math.max(start, Math.min(Date.parse(to) + DAY_MS, now));
  const isShort = end - start <= MAX_HOURLY_DAYS * DAY_MS;
  return {
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    bucketSize: isShort ? 'hour' : 'day',
  } as const;
}

/** The last moment of a period whose end is not in it. */
function lastOf(end: unknown): string | null {
  const at = parseDateTime(text(end));
  return at === null ? null : new Date(at - 1).toISOString();
}

/** The parts of `totals` besides pods, as `serverlessGpuAmount`. */
const OTHERS = {
  serverless: 'serverlessGpu serverlessCpu serverlessDisk serverlessFee',
  'network volumes': 'storageStandard storageHighPerformance',
  clusters: 'clusterGpu clusterDisk clusterNetworking',
  'public endpoints': 'endpoint',
};

/** `GET /v2/billing`, $: of everything, of pods alone, and of the other parts. */
const accountBillSchema = record(({ metadata }) => {
  const { totals, query } = fields(metadata);
  if (!isObject(totals)) return null;
  const { podGpuAmount, podCpuAmount, podDiskAmount, totalAmount } = totals;
  const others = Object.entries(OTHERS).flatMap(([name, parts]) => {
    const cost = sumAmounts(parts.split(' ').map((part) => money(totals[`${part}Amount`])));
    return cost === null || cost === 0 ? [] : [[name, cost] as const];
  });
  const { startTime, endTime } = fields(query);
  return {
    totalCost: money(totalAmount),
    vmCost: sumAmounts([podGpuAmount, podCpuAmount, podDiskAmount].map(money)),
    otherCosts: Object.fromEntries(others),
    periodStart: text(startTime),
    periodEnd: lastOf(endTime),
  };
});

const recordSchema = record((sent) => {
  const vmId = shortText(sent['podId'], 128);
  if (vmId === null) return null;
  return amountLog({
    vmId,
    timestamp: text(sent['startTime']),
    gpuCost: sumAmounts([money(sent['gpuAmount']), money(sent['cpuAmount'])]),
    storageCost: money(sent['diskAmount']),
    networkCost: null,
    totalCost: money(sent['totalAmount']),
  });
});

/** Records of a response that are read: a year of twenty pods by the hour. */
const MAX_RECORDS = 175_000;

/** The most pods of a page. */
const PAGE = 1_000;

/** An interface without pages sends all pods: `MAX_ITEMS` of 0.8 kB. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** A record per pod and hour of a month. */
const MAX_BILLS_BYTES = 32 * 1024 * 1024;

function cursorIn(pagination: unknown): string | null {
  const { nextCursor, hasNextPage } = fields(pagination);
  const next = typeof nextCursor === 'string' ? nextCursor : null;
  return hasNextPage === true ? (next ?? '') : hasNextPage === false ? null : next;
}

/** A problem document (RFC 9457), which repeats the status. */
const isOwnError: IsOwnError = ({ status, type, body }) =>
  type === 'application/problem+json' && body['status'] === status && isText(body['title']);

const STOP_FROM_INSIDE = readFileSync(new URL('./stop-from-inside.sh', import.meta.url), 'utf8');

/** RunPod's API v2 for one account (`docs/providers/runpod.yaml`). Its header `RateLimit` is not read: a 429 names the wait. */
export function createRunpodClient(ports: ProviderPorts): ProviderClient {
  const { read, write, clock } = ports;
  const usage = named(async (range: DayRange, signal?: AbortSignal) => {
    const query = billingQuery(range, clock.now());
    const request = { query, signal, maxBytes: MAX_BILLS_BYTES };
    const account = await read({ ...request, path: '/v2/billing' });
    const pods = await read({ ...request, path: '/v2/billing/pods' });
    const { read: logs, skipped } = readListIn(recordSchema, pods, 'records', MAX_RECORDS);
    // The amounts of pods lack network volumes, serverless and the members of clusters.
    const bill = readRecord(accountBillSchema, account, ['metadata']);
    return reportOf(logs, { ...bill, skipped });
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
        const nextToken = cursorIn(fields(answer.json)['pagination']);
        return { ...readListIn(podSchema, answer, 'pods'), nextToken, total: null };
      }, ports),
    ),
    getVm: named(async (id, signal) => {
      const answer = await read({ path: '/v2/pods/{vm_id}', vmId: id, signal });
      const vm = readRecord(podSchema, answer, ['id']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another pod');
    }),
    usage,
    offers: named((wish, signal) => readCatalog(read, wish, signal)),
    renting: createRenting(ports),
    stopFromInside: STOP_FROM_INSIDE,
    operations: { start: send('start'), stop: send('stop'), destroy: send('destroy') },
  };
}

export const runpod: Adapter = { open: createRunpodClient, isOwnError };
