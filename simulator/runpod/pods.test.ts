import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';
import { SECRETS } from './pod.ts';

const podSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  actions: z.array(z.string()),
  cost: z.number(),
  locked: z.boolean(),
  mounts: z.object({ persistent: z.unknown(), network: z.unknown() }).partial(),
  runtime: z.looseObject({ gpus: z.array(z.looseObject({ util: z.number() })) }).nullable(),
  ssh: z.object({ proxy: z.unknown(), direct: z.unknown() }),
});

const listSchema = z.object({ pods: z.array(podSchema) });

async function podsOf(sim: Setup, query = '?includeClusterPods=true') {
  return listSchema.parse((await sim.owner.get(`/v2/pods${query}`)).body).pods;
}

const act = (sim: Setup, id: string, action: string) =>
  sim.owner.post(`/v2/pods/${id}/action`, { action });

const refusal = (status: number, detail: string) => ({
  status,
  body: { title: expect.any(String), status, detail },
});

/** One pod in the status, with the fields put over its record. */
async function withPod(status: string, fields: Readonly<Record<string, unknown>> = {}) {
  const sim = await setup({ provider: 'runpod', vms: 0 });
  const { id } = sim.control.createVm();
  sim.control.setVm(id, { status, ...fields });
  return {
    sim,
    id,
    read: async () => podSchema.parse((await sim.owner.get(`/v2/pods/${id}`)).body),
  };
}

describe('the fleet', () => {
  test('has pods of every kind, each with secrets that no client needs', async () => {
    const sim = await setup({ provider: 'runpod', sshPort: 2222 });
    const pods = await podsOf(sim);
    const all = await podsOf(sim, '');
    expect(pods.length - all.length).toBe(2);
    const kinds = {
      members: pods.filter((pod) => 'cluster' in pod),
      ofCpu: pods.filter((pod) => 'cpu' in pod && !('gpu' in pod)),
      locked: pods.filter(({ locked }) => locked),
    };
    expect(Object.values(kinds).map(({ length }) => length)).toEqual([2, 1, 1]);
    const volumes = pods.map(({ mounts }) => Object.keys(mounts).join());
    expect(new Set(volumes)).toEqual(new Set(['persistent', 'network', '']));
    for (const pod of pods)
      for (const secret of Object.values(SECRETS)) expect(JSON.stringify(pod)).toContain(secret);
    const statuses = new Set(pods.map(({ status }) => status));
    expect(statuses).toEqual(new Set(['RUNNING', 'EXITED', 'PROVISIONING', 'ERROR']));
  });

  test('has a login and its load on the record of a running pod only', async () => {
    const sim = await setup({ provider: 'runpod', sshPort: 2222 });
    for (const { status, ssh, runtime, cost } of await podsOf(sim)) {
      const isRunning = status === 'RUNNING';
      expect(runtime !== null).toBe(isRunning);
      expect(ssh.direct).toEqual(
        isRunning ? expect.objectContaining({ port: 2222, username: 'root' }) : null,
      );
      expect(ssh.proxy === null).toBe(status === 'PROVISIONING');
      if (status === 'EXITED') expect(cost).toBe(0);
      if (isRunning) expect(cost).toBeGreaterThan(0);
    }
  });
});

describe('an action', () => {
  test.each([
    ['running', ['stop', 'restart', 'terminate']],
    ['stopped', ['start', 'terminate']],
    ['offline', ['start', 'terminate']],
    ['creating', ['stop', 'terminate']],
    ['starting', ['stop', 'terminate']],
  ])('is accepted as the record of a %s pod lists it, else a 409', async (status, actions) => {
    for (const action of ['start', 'stop', 'restart', 'terminate']) {
      const { sim, id, read } = await withPod(status);
      expect((await read()).actions).toEqual(actions);
      const reply = await act(sim, id, action);
      const accepted = action === 'terminate' ? 204 : 200;
      expect(reply.status).toBe(actions.includes(action) ? accepted : 409);
    }
  });

  test.each([
    [{ cluster: { id: 'c1', rank: 0 } }, 'terminate', 'pod belongs to a cluster'],
    [{ locked: true }, 'stop', 'pod is locked'],
  ])('on a pod with %j is a 409', async (fields, action, detail) => {
    const { sim, id } = await withPod('running', fields);
    const reply = await act(sim, id, action);
    expect(reply).toMatchObject(refusal(409, detail));
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
  });
});

test('rate limits have a window, and name when to try again', async () => {
  const sim = await setup({ provider: 'runpod', vms: 0, readsPerMinute: 60 });
  const first = await sim.owner.get('/v2/pods');
  expect(first.headers.get('ratelimit')).toBe('"minute";r=59;t=60');
  expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60');
  sim.control.advance(20);
  sim.control.setOptions({ readsPerMinute: 1 });
  const refused = await sim.owner.get('/v2/pods');
  expect(refused).toMatchObject(refusal(429, 'rate limit exceeded for the minute window'));
  expect(refused.headers.get('retry-after')).toBe('40');
  expect((await sim.anonymous.get('/v2/pods')).headers.get('ratelimit')).toBeNull();
});
