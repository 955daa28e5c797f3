import type { FastifyRequest } from 'fastify';
import profile from '../profile.json' with { type: 'json' };
import { exceeded } from '../service/limits.ts';
import type { Provider } from '../service/provider.ts';
import { plainRecord } from '../world/record.ts';
import { VMS } from '../world/world.ts';
import { addRoutes } from './routes.ts';

/** The option that limits the request: one per category of the document. Each user has one window per category. */
function limitOf({ method, routeOptions: { url } }: FastifyRequest) {
  if (url === '/auth/login') return 'loginPerMinute';
  if (url === '/auth/refresh') return 'refreshPerMinute';
  return method === 'GET' ? 'readsPerMinute' : 'vmOperationsPerMinute';
}

/** Counts against the caller; without one, as before a login, against the address. */
const countRequest: Provider['countRequest'] = (request, reply, { options, countIn }, caller) => {
  const limit = limitOf(request);
  const { [limit]: max } = options;
  const { count, left } = countIn(`${limit} of ${caller?.account.userId ?? request.ip}`);
  reply.header('X-RateLimit-Limit', max);
  reply.header('X-RateLimit-Remaining', Math.max(0, max - count));
  reply.header('X-RateLimit-Reset', Math.ceil(left / 1000));
  if (count > max) throw exceeded(left, 'Rate limit exceeded');
};

const reads = [profile.balance, profile.sshKeys].map(({ path }) => ({ method: 'get', path }));

/** The service that the user knows by its URL. */
export const rental: Provider = {
  document: 'openapi.yaml',
  undocumented: [...Object.values(profile.operations), ...reads],
  machines: VMS,
  noVm: 'VM not found',
  recordOf: plainRecord,
  countRequest,
  errorOf: (_status, detail) => ({ type: 'application/json', body: { detail } }),
  // About the size of real records.
  runningVms: (ids) =>
    ids.map((id) => {
      const gpu = { gpu_type: '4090', gpu_count: 1, hourly_rate: 0.69, cpu_model: 'x'.repeat(300) };
      return { id, instance_label: id, status: 'running', ip_address: '127.0.0.1', ...gpu };
    }),
  addRoutes,
};
