import { expect, test } from 'vitest';
import { readAnswers } from '../testing/described.ts';
import { describedBy, type Reply, type Setup, setup } from '../testing/setup.ts';

const ORDER = {
  name: 'train-gt-a1b2c3d4',
  gpu: { id: 'NVIDIA L40S', count: 1 },
  cloud: 'SECURE',
  image: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404',
  disk: 50,
  ports: ['22/tcp'],
  startSsh: true,
  env: { PUBLIC_KEY: 'ssh-ed25519 AAAA' },
};

/** Taken, without a machine, and of a template that is not there. */
const ORDERS = [
  ORDER,
  { ...ORDER, dataCenterIds: ['EU-NO-1'] },
  { ...ORDER, image: undefined, templateId: 'none' },
];

const order = async (owner: Setup['owner'], body: object): Promise<[string, Reply]> => [
  'POST /v2/pods',
  await owner.post('/v2/pods', body),
];

const STOCK = 'include=AVAILABILITY&product=POD&count=2&cloud=COMMUNITY';
const ANSWERS = readAnswers('providers/runpod.yaml');

test('answers as docs/providers/runpod.yaml shows, and reports no documented request', async () => {
  const sim = await setup({ provider: 'runpod', sshPort: 2222 });
  const { owner } = sim;
  const ids = sim.control.vms().map(({ id }) => id);
  const period = 'startTime=2026-01-14T00:00:00Z&endTime=2026-01-15T00:00:00Z&bucketSize=hour';
  const seen: [call: string, reply: Reply][] = [
    ['GET /v2/pods', await owner.get('/v2/pods?includeClusterPods=true')],
    ['GET /v2/pods', await owner.get('/v2/pods?limit=2')],
    ['GET /v2/pods', await sim.anonymous.get('/v2/pods')],
    ['GET /v2/pods/{id}', await owner.get('/v2/pods/none')],
    ['GET /v2/billing', await owner.get(`/v2/billing?${period}`)],
    ['GET /v2/billing', await owner.get('/v2/billing?endTime=2025-01-01T00:00:00Z')],
    ['GET /v2/billing/pods', await owner.get(`/v2/billing/pods?${period}`)],
    ['GET /v2/catalog/gpus', await owner.get(`/v2/catalog/gpus?${STOCK}`)],
    ['GET /v2/catalog/gpus', await owner.get('/v2/catalog/gpus?product=POD')],
  ];
  const templates = await owner.get('/v2/templates');
  seen.push(
    ['GET /v2/templates', templates],
    ['GET /v2/templates/{id}', await owner.get('/v2/templates/9x4m2p7v')],
    ['GET /v2/templates/{id}', await owner.get('/v2/templates/none')],
    ...(await Promise.all(ORDERS.map(async (body) => await order(owner, body)))),
  );
  for (const id of ids) {
    seen.push(['GET /v2/pods/{id}', await owner.get(`/v2/pods/${id}`)]);
    for (const action of ['start', 'stop', 'restart', 'terminate']) {
      const reply = await owner.post(`/v2/pods/${id}/action`, { action });
      seen.push(['POST /v2/pods/{id}/action', reply]);
    }
  }
  const statuses = new Set(seen.map(([, { status }]) => status));
  expect(statuses).toEqual(new Set([200, 201, 204, 400, 401, 404, 409, 422]));
  for (const [call, reply] of seen)
    expect(await ANSWERS.problemOf(describedBy(call, reply))).toBeNull();
  expect(sim.control.state().requests.undocumented).toEqual([]);
});
