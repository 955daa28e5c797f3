import { z } from 'zod';
import type {
  ProfileBalance,
  ProfileOperation,
  Spend,
  SshKey,
  Vm,
  VmOrder,
} from '../../../shared/domain/index.ts';
import { MINUTE_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/index.ts';
import { sleep, wallTimeOf } from '../../clock.ts';
import type { Secret } from '../../secret.ts';
import type { BaseUrl } from '../http/base-url.ts';
import {
  createHttp,
  type Http,
  type HttpAnswer,
  type HttpPorts,
  type HttpRequest,
} from '../http/http.ts';
import { RESET_SLACK_MS } from '../http/rate-limits.ts';
import { readRecord } from '../http/read.ts';
import { createRequestPace, type RequestPace } from '../http/request-pace.ts';
import { describeForm, incompatible, ServiceError } from '../http/service-error.ts';
import type { Session } from '../session.ts';
import { createVmList } from './vm-list.ts';
import {
  loggedUsageSchema,
  SPEND_KEYS,
  spendSchema,
  USAGE_KEYS,
  usageSchema,
} from './wire/billing.ts';
import { readSshKeys } from './wire/ssh-key.ts';
import { vmSchema } from './wire/vm.ts';

export interface NetworkPorts extends HttpPorts {
  /** Maximum time to read a list, ms, waits for the rate limit included. */
  readonly listMs: number;
}

export type AccountClient = ReturnType<typeof createAccountClient>;

/** Pause between two pages without a known rate limit, ms. */
const PAGE_PAUSE_MS = 100;

const MAX_SPEND_AGE_MS = 10 * MINUTE_MS;

/** Small, since twenty VMs are looked up at once. */
const MAX_VM_BYTES = 256 * 1024;

/** A log entry per VM and hour: the largest response of the service. */
const MAX_USAGE_BYTES = 32 * 1024 * 1024;

/** The body of `POST /vms`. Optional fields are omitted rather than sent as null. */
function orderBody(order: VmOrder, password?: Secret): Record<string, string | number> {
  const { rental, login } = order;
  return {
    node: order.node,
    gpu_type: order.gpuType,
    gpu_count: order.gpuCount,
    storage_gb: order.storageGb,
    template_vmid: order.templateVmid,
    rental_type: rental.type,
    ...(rental.type === 'reserved' && { reservation_months: rental.months }),
    auth_method: login.method,
    ...(login.method === 'ssh_key' && login.sshKeyId !== null && { ssh_key_id: login.sshKeyId }),
    ...(login.method === 'password' && password && { password: password.reveal() }),
  };
}

const amountSchema = z.lazy(() =>
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,12}(\.\d+)?$/)
      .transform(Number),
  ]),
);

/** The value that a JSON pointer (RFC 6901) names; undefined: there is none. */
function valueAt(json: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isInside ? Reflect.get(value, name) : undefined;
  }, json);
}

/** Sends a request, repeated after a 401 for which the session has another bearer. */
async function sendBy(session: Session, http: Http, request: HttpRequest): Promise<HttpAnswer> {
  let bearer = await session.bearer(request.signal);
  let isLast = false;
  for (;;) {
    try {
      return await http({ ...request, credential: session.credential, bearer });
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.problem.kind === 'unauthorized';
      if (isLast || !isRefused) throw error;
      const other = await session.replace(bearer, request.signal);
      if (other === null) throw error;
      bearer = other;
      isLast = session.isShared?.(other) !== true;
    }
  }
}

/** Marks figures that the service says are old. @param date of its clock, so that it does not matter whether ours is right */
function agedSpend(spend: Spend, date: number | null, now: number): Spend {
  const at = parseDateTime(spend.lastUpdated);
  const age = at === null || date === null ? 0 : date - at;
  if (age <= MAX_SPEND_AGE_MS) return spend;
  // Whole minutes: an answer that takes longer changes nothing.
  return { ...spend, outdatedAt: Math.round((now - age) / MINUTE_MS) * MINUTE_MS };
}

/**
 * The service for one account. Calls reject with a `ServiceError`, or with the signal's reason.
 * @param createSession receives the account's HTTP, for refreshes
 * @param pace of the account, where it was open before
 * @param writeSession for calls that change something; absent or null: the first session
 */
export function createAccountClient(
  base: BaseUrl,
  ports: NetworkPorts,
  createSession: (http: Http) => Session,
  pace: RequestPace = createRequestPace(ports.clock),
  writeSession?: () => Promise<Session | null>,
) {
  const { clock, listMs } = ports;
  const send = createHttp(base, ports);
  let requests = 0;
  const http = pace.paced((request) => {
    requests += 1;
    return send(request);
  });
  const session = createSession(http);

  const write = async (request: HttpRequest) =>
    sendBy((await writeSession?.()) ?? session, http, request);

  async function read(request: Omit<HttpRequest, 'method'>): Promise<HttpAnswer> {
    const answer = await sendBy(session, http, { ...request, method: 'GET' });
    pace.noteRateLimit(answer.rateLimit);
    return answer;
  }

  /** Waits before a further page: without a known rate limit, pages are not requested as fast as they arrive. */
  async function waitForPage(endsAt: number, signal: AbortSignal | undefined): Promise<void> {
    const { remaining = null, resetAt = null } = pace.rateLimit() ?? {};
    if (remaining === null) return sleep(clock, PAGE_PAUSE_MS, signal);
    if (remaining > 0 || resetAt === null) return;
    const opensAt = resetAt + RESET_SLACK_MS;
    if (opensAt > endsAt)
      throw new ServiceError({ kind: 'rateLimited', retryAt: wallTimeOf(clock, opensAt) });
    const wait = opensAt - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal);
  }

  async function readUsage<T>(
    schema: z.ZodType<T>,
    { from, to }: DayRange,
    signal?: AbortSignal,
  ): Promise<T> {
    const query = { start_date: from, end_date: to };
    const maxBytes = MAX_USAGE_BYTES;
    const request = { method: 'GET', path: '/billing/usage', query, signal, maxBytes } as const;
    // Without noting its rate limit, which may be another one than that of the polls.
    return readRecord(schema, await sendBy(session, http, request), USAGE_KEYS);
  }

  return {
    pace,
    /** Requests sent so far, including session refreshes. */
    requestCount: () => requests,
    /** As in `Session`. */
    close: () => session.close(),
    end: () => session.end(),
    listVms: createVmList({ read, waitForPage, clock, listMs }),
    /** Rejects with `notFound` without a request when `id` cannot be a VM id, and with `incompatible` for another VM's record. */
    async getVm(id: string, signal?: AbortSignal): Promise<Vm> {
      const maxBytes = MAX_VM_BYTES;
      const answer = await read({ path: '/vms/{vm_id}', vmId: id, signal, maxBytes });
      const vm = readRecord(vmSchema, answer, ['id']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another VM');
    },
    /** Not retried: a lost answer may mean a VM that costs money. `password` is for the login method of that name. */
    async createVm(order: VmOrder, password?: Secret): Promise<Vm> {
      const answer = await write({
        method: 'POST',
        path: '/vms',
        body: orderBody(order, password),
        ...(password && { secrets: [password] }),
      });
      return readRecord(vmSchema, answer, ['id']);
    },
    /** Sends an operation once. A response means accepted, not done. Rejects with `notFound` for what cannot be a VM id. */
    async operate(operation: ProfileOperation, vmId: string, signal?: AbortSignal): Promise<void> {
      const { method, path } = operation;
      await write({ method, path, vmId, ignoresBody: true, signal });
    },
    /** $, as the service profile says; may be negative. */
    async balance({ path, pointer }: ProfileBalance, signal?: AbortSignal): Promise<number> {
      const { json, endpoint } = await read({ path, signal, maxBytes: MAX_VM_BYTES });
      return (
        amountSchema.safeParse(valueAt(json, pointer)).data ??
        incompatible(endpoint, describeForm(json))
      );
    },
    async sshKeys({ path }: { readonly path: string }): Promise<readonly SshKey[]> {
      return readSshKeys(await read({ path, maxBytes: MAX_VM_BYTES }));
    },
    async currentSpend(signal?: AbortSignal): Promise<Spend> {
      const answer = await read({ path: '/billing/current-spend', signal });
      return agedSpend(readRecord(spendSchema, answer, SPEND_KEYS), answer.date, clock.now());
    },
    usage: (range: DayRange, signal?: AbortSignal) => readUsage(usageSchema, range, signal),
    /** With the log, whose longest form takes a second of computing. */
    loggedUsage: (range: DayRange, signal?: AbortSignal) =>
      readUsage(loggedUsageSchema, range, signal),
  };
}
