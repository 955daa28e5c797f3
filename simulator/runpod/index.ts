import { STATUS_CODES } from 'node:http';
import type { Provider } from '../service/provider.ts';
import { equip, PODS } from './fleet.ts';
import { countRequest } from './limits.ts';
import { addRoutes } from './routes.ts';

/** RunPod's API v2, as far as GPU Tray uses it. */
export const runpod: Provider = {
  document: 'providers/runpod.yaml',
  undocumented: [],
  machines: PODS,
  equip,
  countRequest,
  errorOf: (status, detail) => ({
    type: 'application/problem+json',
    body: { title: STATUS_CODES[status] ?? 'Error', status, detail },
  }),
  runningVms: (ids) => ({
    pods: ids.map((id) => ({ id, name: id, status: 'RUNNING', cost: 0.69, mounts: {} })),
  }),
  addRoutes,
};
