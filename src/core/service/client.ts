import type { Spend, Usage, Vm, VmOrder } from '../../shared/domain/index.ts';
import { type Clock, sleep } from '../clock.ts';
import type { Secret } from '../secret.ts';
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import { createVmList } from './list-vms.ts';
import { orderBody } from './order-body.ts';
import type { Listing } from './page.ts';
import type { RateLimit } from './rate-limits.ts';
import { ServiceError } from './service-error.ts';
import type { Session } from './session.ts';
import {
  type Items,
  type OfferRecord,
  offerSchema,
  pathId,
  readItems,
  readList,
  readRecord,
  SPEND_KEYS,
  spendSchema,
  USAGE_KEYS,
  usageSchema,
  vmSchema,
} from './wire/index.ts';

/** A range of days, both inclusive, `YYYY-MM-DD`. What the service takes where one is missing is not documented. */
export interface UsageRange {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** The service for one signed-in account. Every call ends in a `ServiceError` or in what it says. */
export interface ServiceClient {
  /** All VMs of the user, each once. */
  listVms(signal?: AbortSignal): Promise<Listing<Vm>>;
  /** Ends as `notFound` without a request when `id` can be no VM's. */
  getVm(id: string, signal?: AbortSignal): Promise<Vm>;
  /** Never retried: a lost answer may stand for a VM that costs money. `password` only with that login method. */
  createVm(order: VmOrder, password?: Secret): Promise<Vm>;
  currentSpend(signal?: AbortSignal): Promise<Spend>;
  usage(range: UsageRange, signal?: AbortSignal): Promise<Usage>;
  /** What the service said last about its limits on reads, or null before the first answer. */
  rateLimit(): RateLimit | null;
}

/** What one account asks through, and as whom. */
export interface ServiceClientPorts {
  readonly http: Http;
  readonly session: Session;
  readonly clock: Clock;
  /** ms that a walk over many pages may wait for the limit's next window; beyond it the walk ends as `rateLimited`. */
  readonly patienceMs: number;
}

function requireVm(json: unknown, endpoint: string): Vm {
  return readRecord(vmSchema, json, endpoint, ['id']);
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ServiceError && error.problem.kind === 'unauthorized';
}

/** Whatever ends in a 401 is sent once more where the session has another bearer; nothing else is ever repeated. */
export function createServiceClient(ports: ServiceClientPorts): ServiceClient {
  const { http, session, clock } = ports;
  let rateLimit: RateLimit | null = null;

  /** Sends with the session's bearer; after a 401 once more with another, where the session has one. */
  async function authorized(unsigned: HttpRequest): Promise<HttpAnswer> {
    const request = { ...unsigned, credential: session.credential };
    const bearer = await session.bearer(request.signal);
    try {
      return await http({ ...request, bearer });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      const another = await session.replace(bearer, request.signal);
      return await http({ ...request, bearer: another });
    }
  }

  async function read(request: Omit<HttpRequest, 'method'>): Promise<unknown> {
    const answer = await authorized({ ...request, method: 'GET' });
    rateLimit = answer.rateLimit;
    return answer.json;
  }

  /** Waits while nothing remains of the limit, so that a long walk does not run into a refusal half-way. */
  async function waitForLimit(signal: AbortSignal | undefined): Promise<void> {
    if (rateLimit === null || rateLimit.remaining !== 0 || rateLimit.resetAt === null) return;
    const wait = rateLimit.resetAt - clock.now();
    if (wait > ports.patienceMs)
      throw new ServiceError({ kind: 'rateLimited', retryAt: rateLimit.resetAt });
    if (wait > 0) await sleep(clock, wait, signal);
  }

  return {
    listVms: createVmList({ read, waitForLimit }),
    async getVm(id, signal) {
      const endpoint = 'GET /vms/{vm_id}';
      // `..` is another path even when it is encoded.
      if (!pathId.safeParse(id).success) throw new ServiceError({ kind: 'notFound', detail: null });
      const path = `vms/${encodeURIComponent(id)}`;
      return requireVm(await read({ path, endpoint, signal }), endpoint);
    },
    async createVm(order, password) {
      const endpoint = 'POST /vms';
      const answer = await authorized({
        method: 'POST',
        path: 'vms',
        endpoint,
        body: orderBody(order, password),
        ...(password && { secrets: [password] }),
      });
      return requireVm(answer.json, endpoint);
    },
    async currentSpend(signal) {
      const endpoint = 'GET /billing/current-spend';
      const json = await read({ path: 'billing/current-spend', endpoint, signal });
      return readRecord(spendSchema, json, endpoint, SPEND_KEYS);
    },
    async usage(range, signal) {
      const endpoint = 'GET /billing/usage';
      const query = { start_date: range.startDate, end_date: range.endDate };
      const json = await read({ path: 'billing/usage', endpoint, query, signal });
      return readRecord(usageSchema, json, endpoint, USAGE_KEYS);
    },
    rateLimit: () => rateLimit,
  };
}

/** The two public lists, which need no account. Their query parameters are not documented, so none are sent. */
export interface PublicClient {
  search(signal?: AbortSignal): Promise<Items<OfferRecord>>;
  pricing(signal?: AbortSignal): Promise<Items<OfferRecord>>;
}

/** Sends no credential: the service documents that these two need none. Ends in a `ServiceError` or in what could be read. */
export function createPublicClient(http: Http): PublicClient {
  async function offers(path: string, signal?: AbortSignal): Promise<Items<OfferRecord>> {
    const endpoint = `GET /${path}`;
    const { json } = await http({ method: 'GET', path, endpoint, signal });
    return readItems(offerSchema, readList(json, endpoint).records);
  }
  return {
    search: (signal) => offers('search', signal),
    pricing: (signal) => offers('pricing', signal),
  };
}
