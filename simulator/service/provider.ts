import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessTokens, Caller } from '../auth/caller.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import type { FaultBoard } from '../faults/board.ts';
import type { Options } from '../options.ts';
import type { Machines, World } from '../world/lifecycle.ts';
import type { CountIn } from './limits.ts';
import type { On, RequestLog, ShownVms } from './visit.ts';

/** Everything in which the service of one provider differs from another one's. */
export interface Provider extends ShownVms {
  readonly document: string;
  /** Endpoints that are not in it. */
  readonly undocumented?: readonly { readonly method: string; readonly path: string }[];
  readonly machines: Machines;
  readonly equip?: (world: World) => void;
  /** Sets the headers of the rate limits. @throws a 429 */
  readonly countRequest: (
    request: FastifyRequest,
    reply: FastifyReply,
    parts: ServiceParts,
    caller: Caller | null,
  ) => void;
  /** An error's answer. `detail`: a text, but any JSON value in a fault. */
  readonly errorOf: (
    status: number,
    detail: unknown,
  ) => { readonly type: string; readonly body: unknown };
  /** Of a request that a schema refuses; default: 422. */
  readonly invalidStatus?: number;
  /** The list of running VMs with these ids, for the fault `new-vms`. */
  readonly runningVms: (ids: readonly string[]) => unknown;
  readonly addRoutes: (on: On, parts: ServiceParts, app: FastifyInstance) => void;
}

export interface ServiceParts {
  readonly provider: Provider;
  readonly world: World;
  readonly options: Options;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly countIn: CountIn;
  /** Responses that a fault stalls until the client hangs up. */
  readonly stalled: Set<ServerResponse>;
}
