import { ServiceError } from '../service/errors.ts';
import type { Provider } from '../service/provider.ts';
import { equip, INSTANCES, instanceRecord } from './instance.ts';
import { SEARCH } from './order.ts';
import { addRoutes } from './routes.ts';

/** Seconds between two requests of a key to an endpoint, by method and path; others: 1. */
const THRESHOLDS: Readonly<Record<string, number>> = {
  'GET /api/v0/instances/:id/': 2,
  'DELETE /api/v0/instances/:id/': 3,
  'PUT /api/v0/asks/:id/': 4.5,
  'GET /api/v0/template/': 3,
};

/** Requests sent a second apart may arrive a little closer. */
const TOLERANCE = 0.95;

const DEFAULT_READS = 600;

/** Searches a minute from an IP address. */
const SEARCHES = 10;

/** Vast names no limit in a header, and says 429 in plain text. `readsPerMinute` makes all intervals longer or shorter. */
const countRequest: Provider['countRequest'] = (request, _reply, { options, countIn }, caller) => {
  const { readsPerMinute } = options;
  if (request.routeOptions.url === SEARCH) {
    const most = Math.max(1, (SEARCHES * readsPerMinute) / DEFAULT_READS);
    if (countIn(`search from ${request.ip}`).count > most)
      throw new ServiceError(429, 'API requests too frequent');
    return;
  }
  if (caller === null) return;
  const endpoint = `${request.method} ${request.routeOptions.url ?? ''}`;
  const threshold = THRESHOLDS[endpoint] ?? 1;
  const ms = (threshold * 1000 * TOLERANCE * DEFAULT_READS) / Math.max(1, readsPerMinute);
  // So fast that simulated time may stand still.
  if (ms < 1) return;
  const { count } = countIn(`${endpoint} of ${caller.account.userId} ${caller.scope}`, ms);
  if (count > 1)
    throw new ServiceError(
      429,
      `API requests too frequent: endpoint threshold=${threshold.toFixed(1)}`,
    );
};

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_args',
  401: 'auth_error',
  403: 'auth_error',
  404: 'no_such_instance',
};

/** Some answers leave out `success`. */
function errorBody(status: number, msg: unknown) {
  const text = String(msg);
  if (text.startsWith('Error in query')) return { error: 'invalid_request', msg };
  if (text.includes('no_such_ask')) return { success: false, error: 'invalid_args', msg };
  const code = text === 'Invalid user key' ? CODES[401] : CODES[status];
  return { success: false, error: code ?? 'internal_error', msg };
}

/** Vast's API, as far as GPU Tray and Vast's own command line use it. */
export const vast: Provider = {
  document: 'providers/vast.yaml',
  undocumented: [{ method: 'get', path: '/api/v0/gpu_names/unique/' }],
  machines: INSTANCES,
  hidden: 'destroyed',
  noVm: 'No such instance',
  recordOf: instanceRecord,
  equip,
  countRequest,
  invalidStatus: 400,
  errorOf: (status, detail) =>
    status === 429 && typeof detail === 'string'
      ? { type: 'text/plain; charset=utf-8', body: detail }
      : { type: 'application/json', body: errorBody(status, detail) },
  runningVms: (ids) => ({
    success: true,
    next_token: null,
    total_instances: ids.length,
    instances: ids.map((id) => ({ id: Number.parseInt(id, 16), actual_status: 'running' })),
  }),
  addRoutes,
};
