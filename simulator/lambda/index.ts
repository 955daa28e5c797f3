import { exceeded } from '../service/limits.ts';
import type { Provider } from '../service/provider.ts';
import { equip, INSTANCES, instanceRecord } from './instance.ts';
import { addRoutes, NO_CAPACITY } from './routes.ts';

const CODES: Readonly<Record<number, string>> = {
  400: 'global/invalid-parameters',
  401: 'global/invalid-api-key',
  403: 'global/forbidden',
  404: 'global/object-does-not-exist',
  422: 'global/invalid-parameters',
};

/** A 60th of `readsPerMinute` a second for all calls of a user; `readsPerMinute: 60` is Lambda's own limit. */
const countRequest: Provider['countRequest'] = (request, _reply, parts, caller) => {
  if (caller === null) return;
  const max = Math.ceil(parts.options.readsPerMinute / 60);
  const { count, left } = parts.countIn(`second of ${caller.account.userId}`, 1000);
  if (count > max) throw exceeded(left, 'Too many requests.');
  if (request.routeOptions.url?.endsWith('/launch')) {
    const launches = parts.countIn(`launch of ${caller.account.userId}`, 12_000 / max);
    if (launches.count > 1) throw exceeded(launches.left, 'Too many launches.');
  }
};

/** Lambda Cloud's API v1, as far as GPU Tray uses it. */
export const lambda: Provider = {
  document: 'providers/lambda.yaml',
  machines: INSTANCES,
  // An instance that was terminated vanishes, unless the control interface keeps it listed.
  hidden: 'stopped',
  noVm: 'Specified instance does not exist.',
  recordOf: instanceRecord,
  equip,
  countRequest,
  // The detail of a fault may be the error itself, with its code.
  errorOf: (status, detail) => {
    const isPath = detail === 'Not Found';
    const soldOut = 'instance-operations/launch/insufficient-capacity';
    const refusal = detail === NO_CAPACITY ? soldOut : CODES[status];
    const code = isPath ? 'global/not-found' : (refusal ?? 'global/internal-error');
    const suggestion = status === 401 ? 'Check your API key or create another one.' : undefined;
    const isError = typeof detail === 'object' && detail !== null && 'code' in detail;
    return {
      type: 'application/json',
      body: { error: isError ? detail : { code, message: detail, suggestion } },
    };
  },
  runningVms: (ids) => ({
    data: ids.map((id) => ({ id, name: id, status: 'active', file_system_names: [] })),
  }),
  addRoutes,
};
