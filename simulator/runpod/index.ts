import { STATUS_CODES } from 'node:http';
import { exceeded } from '../service/limits.ts';
import type { Provider } from '../service/provider.ts';
import { equip, PODS, podRecord } from './pod.ts';
import { addRoutes } from './routes.ts';

/** One limit for all requests of a user: the shortest window of those that RunPod names. Requests without a valid key are not counted. */
const countRequest: Provider['countRequest'] = (_request, reply, parts, caller) => {
  if (caller === null) return;
  const { readsPerMinute: max } = parts.options;
  const { count, left } = parts.countIn(`minute of ${caller.account.userId}`, 60_000);
  const remaining = Math.max(0, max - count);
  reply.header('RateLimit', `"minute";r=${remaining};t=${Math.ceil(left / 1000)}`);
  reply.header('RateLimit-Policy', `"minute";q=${max};w=60`);
  if (count > max) throw exceeded(left, 'rate limit exceeded for the minute window');
};

/** RunPod's API v2, as far as GPU Tray uses it. */
export const runpod: Provider = {
  document: 'providers/runpod.yaml',
  machines: PODS,
  hidden: 'destroyed',
  noVm: 'pod not found',
  recordOf: podRecord,
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
