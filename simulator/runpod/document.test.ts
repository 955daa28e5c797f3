import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readDocument, type Schema } from '../service/document.ts';
import { type Reply, setup } from '../testing/setup.ts';

const PROBLEM = 'application/problem+json';
const DOCUMENT = readDocument('providers/runpod.yaml');

/** Whether a value fits a schema, by fastify's own Ajv. */
async function fits(schema: Schema, value: unknown): Promise<boolean> {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, strictTypes: false } } });
  app.get('/', async (request) => schema === true || request.validateInput(value, schema));
  return (await app.inject('/')).json();
}

async function isDocumented(path: string, method: 'get' | 'post', reply: Reply): Promise<boolean> {
  const responses = DOCUMENT[path]?.[method]?.responses;
  const response = responses?.[reply.status] ?? responses?.['default'];
  const { content } = response ?? {};
  if (content === undefined) return response !== undefined && reply.body === null;
  const type = reply.headers.get('content-type') ?? '';
  const sent = content[type.startsWith('application/json') ? 'application/json' : PROBLEM];
  return sent !== undefined && (await fits(sent.schema, reply.body));
}

test('answers as docs/providers/runpod.yaml shows, and reports no documented request', async () => {
  const sim = await setup({ provider: 'runpod', sshPort: 2222 });
  const { owner } = sim;
  const ids = sim.control.vms().map(({ id }) => id);
  const period = 'startTime=2026-01-14T00:00:00Z&endTime=2026-01-15T00:00:00Z&bucketSize=hour';
  const seen: [path: string, method: 'get' | 'post', reply: Reply][] = [
    ['/v2/pods', 'get', await owner.get('/v2/pods?includeClusterPods=true')],
    ['/v2/pods', 'get', await sim.anonymous.get('/v2/pods')],
    ['/v2/pods/{id}', 'get', await owner.get('/v2/pods/none')],
    ['/v2/billing', 'get', await owner.get(`/v2/billing?${period}`)],
    ['/v2/billing', 'get', await owner.get('/v2/billing?endTime=2025-01-01T00:00:00Z')],
    ['/v2/billing/pods', 'get', await owner.get(`/v2/billing/pods?${period}`)],
  ];
  for (const id of ids) {
    seen.push(['/v2/pods/{id}', 'get', await owner.get(`/v2/pods/${id}`)]);
    for (const action of ['start', 'stop', 'restart', 'terminate']) {
      const reply = await owner.post(`/v2/pods/${id}/action`, { action });
      seen.push(['/v2/pods/{id}/action', 'post', reply]);
    }
  }
  const statuses = new Set(seen.map(([, , { status }]) => status));
  expect(statuses).toEqual(new Set([200, 204, 400, 401, 404, 409]));
  for (const [path, method, reply] of seen)
    expect(await isDocumented(path, method, reply), `${method} ${path} ${reply.status}`).toBe(true);
  expect(sim.control.state().requests.undocumented).toEqual([]);
});

test('reports requests that docs/providers/runpod.yaml does not allow', async () => {
  const { owner, control } = await setup({ provider: 'runpod', vms: 1 });
  await owner.get('/v1/pods');
  await owner.get('/v2/pods?limit=5');
  await owner.get('/v2/pods?includeClusterPods=yes');
  await owner.get('/v2/billing?startTime=2026-01-14');
  await owner.post('/v2/pods/p1/action', { action: 'reset' });
  await owner.post('/v2/pods/p1/action', { action: 'stop', force: true });
  expect(control.state().requests.undocumented).toEqual([
    'GET /v1/pods: no such endpoint',
    'GET /v2/pods: no query parameter limit',
    'GET /v2/pods: invalid includeClusterPods',
    'GET /v2/billing: invalid startTime',
    'POST /v2/pods/p1/action: invalid body',
    'POST /v2/pods/p1/action: invalid body',
  ]);
});
