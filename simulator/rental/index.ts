import profile from '../profile.json' with { type: 'json' };
import type { Provider } from '../service/provider.ts';
import { VMS } from '../world/index.ts';
import { authRoutes } from './auth-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import { countRequest } from './limits.ts';
import { vmRoutes } from './vm-routes.ts';

const reads = [profile.balance, profile.sshKeys].map(({ path }) => ({ method: 'get', path }));

/** The service that the user knows by its URL. */
export const rental: Provider = {
  document: 'openapi.yaml',
  undocumented: [...Object.values(profile.operations), ...reads],
  machines: VMS,
  countRequest,
  errorOf: (_status, detail) => ({ type: 'application/json', body: { detail } }),
  // About the size of real records.
  runningVms: (ids) =>
    ids.map((id) => {
      const gpu = { gpu_type: '4090', gpu_count: 1, hourly_rate: 0.69, cpu_model: 'x'.repeat(300) };
      return { id, instance_label: id, status: 'running', ip_address: '127.0.0.1', ...gpu };
    }),
  addRoutes(app, parts) {
    authRoutes(app, parts);
    vmRoutes(app, parts);
    billingRoutes(app, parts);
  },
};
