import type { Provider } from '../service/provider.ts';
import { equip, INSTANCES } from './fleet.ts';
import { countRequest } from './limits.ts';
import { addRoutes } from './routes.ts';

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
