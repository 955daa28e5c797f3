import type { Provider } from '../service/provider.ts';
import { equip, INSTANCES } from './fleet.ts';
import { countRequest } from './limits.ts';
import { addRoutes } from './routes.ts';

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_args',
  401: 'auth_error',
  403: 'auth_error',
};

/** Vast's API, as far as GPU Tray and Vast's own command line use it. */
export const vast: Provider = {
  document: 'providers/vast.yaml',
  undocumented: [{ method: 'get', path: '/api/v0/gpu_names/unique/' }],
  machines: INSTANCES,
  equip,
  countRequest,
  errorOf: (status, detail) =>
    status === 429 && typeof detail === 'string'
      ? { type: 'text/plain; charset=utf-8', body: detail }
      : {
          type: 'application/json',
          body: {
            success: false,
            error: detail === 'Invalid user key' ? 'auth_error' : (CODES[status] ?? 'not_found'),
            msg: detail,
          },
        },
  runningVms: (ids) => ({
    success: true,
    next_token: null,
    instances: ids.map((id) => ({ id: Number.parseInt(id, 16), actual_status: 'running' })),
  }),
  addRoutes,
};
