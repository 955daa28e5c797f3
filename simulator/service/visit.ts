import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, type Permission, permits } from '../auth/caller.ts';
import type { FaultKind, Target, TransitFault } from '../faults/board.ts';
import type { Options } from '../options.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/lifecycle.ts';
import { currentPhase, type Vm, type VmStatus } from '../world/vm.ts';
import { present } from '../world/world.ts';
import { ServiceError, unauthorized } from './errors.ts';

/** A logged request, without credentials and body. */
export interface LoggedRequest extends Target {
  /** Method and route: `GET /vms/:vm_id`. */
  readonly endpoint: string;
  readonly hasAuthorization: boolean;
  fault: FaultKind | null;
  /** Null: not answered yet, or never. */
  status: number | null;
}

const KEPT = 5000;

/** Requests to the service, without those to the control interface. */
export function createRequestLog() {
  let entries: LoggedRequest[] = [];
  const undocumented: string[] = [];
  return {
    noteUndocumented(what: string): void {
      if (undocumented.length < 20) undocumented.push(what);
    },
    add(request: LoggedRequest): void {
      entries.push(request);
      // In bulk: a shift per request would move the whole list.
      if (entries.length > 2 * KEPT) entries = entries.slice(-KEPT);
    },
    clear(): void {
      entries = [];
    },
    read: () => ({
      /** Counts of the logged requests. */
      counts: Object.fromEntries(
        Array.from(
          Map.groupBy(entries, ({ endpoint }) => endpoint),
          ([endpoint, { length }]) => [endpoint, length],
        ),
      ),
      log: [...entries],
      /** The first requests since the start that the provider's document does not allow. */
      undocumented: [...undocumented],
    }),
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;

export interface Visit {
  readonly logged: LoggedRequest;
  fault: TransitFault | null;
  caller: Caller | null;
}

/** The name by which fastify holds a request's visit. */
export const VISIT = 'visit';

export const visitOf = (request: FastifyRequest) => request.getDecorator<Visit>(VISIT);

/** The caller, if permitted. @throws the documented 401 or 403 */
export function allow(request: FastifyRequest, permission: Permission): Caller {
  const { caller } = visitOf(request);
  if (caller === null) throw unauthorized('Missing or invalid authentication');
  if (!permits(caller.scope, permission)) {
    throw new ServiceError(403, 'This API key does not have permission to do that');
  }
  return caller;
}

/** How a provider shows VMs. */
export interface ShownVms {
  /** The status of VMs that are neither listed nor found; absent: none. */
  readonly hidden?: VmStatus;
  /** `detail` of the 404 of a VM. */
  readonly noVm: string;
  /** The VM as described, without the control interface's changes. @param sshPort port of the running VMs; null: only a proxy is named */
  readonly recordOf: (vm: Vm, now: number, sshPort: number | null) => object;
}

interface RouteParts {
  readonly world: World;
  readonly provider: ShownVms;
  readonly options: Options;
}

/** A permitted request, after all due transitions. */
export interface Call {
  readonly account: Account;
  /** ms of simulated time. */
  readonly now: number;
  /** The parameter of the path; empty: it has none. */
  readonly id: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly reply: FastifyReply;
  isListed(vm: Vm): boolean;
  /** A listed VM. @throws 404: a VM of another account is like an unknown one */
  vmOf(id: string): Vm;
  /** The VM's record, with the control interface's changes. */
  sent(vm: Vm): object;
}

const paramsSchema = z.record(z.string(), z.string()).transform((params) => Object.values(params));

/** Adds routes for callers with a permission, such as `GET /vms`. */
export const permittedRoutes =
  (app: FastifyInstance, { world, provider, options }: RouteParts) =>
  (endpoint: string, permission: Permission, answer: (call: Call) => unknown): void => {
    const [method = '', url = ''] = endpoint.split(' ');
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const { account } = allow(request, permission);
        const { query, body } = request;
        const [id = ''] = paramsSchema.parse(request.params);
        const now = present(world);
        const isListed = (vm: Vm) => !vm.gone && currentPhase(vm).status !== provider.hidden;
        return answer({
          ...{ account, now, id, query, body, reply, isListed },
          vmOf(wanted) {
            const vm = account.vms.find((each) => each.id === wanted && isListed(each));
            if (!vm) throw new ServiceError(404, provider.noVm);
            return vm;
          },
          sent: (vm) => ({ ...provider.recordOf(vm, now, options.sshPort), ...vm.overlay }),
        });
      },
    });
  };

export type On = ReturnType<typeof permittedRoutes>;
