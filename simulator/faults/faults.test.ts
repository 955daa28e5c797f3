import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedTokens } from '../testing/documented.ts';
import { INTERMEDIARIES } from '../testing/intermediaries.ts';
import { type Setup, setup } from '../testing/setup.ts';
import type { FaultInput } from './board.ts';

type Fault = FaultInput['fault'];

/** A simulator with the fault on `GET /vms`. */
async function withFault(fault: Fault, more: Partial<FaultInput> = {}): Promise<Setup> {
  const sim = await setup({ vms: 5 });
  sim.control.addFault({ method: 'GET', path: '/vms', fault, ...more });
  return sim;
}

function fetchVms(sim: Setup, init: RequestInit = {}): Promise<Response> {
  const authorization = `Bearer ${sim.credentials[0].apiKeys.read_write}`;
  return fetch(`${sim.baseUrl}/vms`, { headers: { authorization }, ...init });
}

function lastStatus(sim: Setup) {
  return sim.control.state().requests.log.at(-1)?.status;
}

function outcomeOf(promise: Promise<unknown>): () => 'pending' | 'complete' | 'failed' {
  let outcome: ReturnType<ReturnType<typeof outcomeOf>> = 'pending';
  promise.then(
    () => {
      outcome = 'complete';
    },
    () => {
      outcome = 'failed';
    },
  );
  return () => outcome;
}

/** Another request is answered, so an earlier one without an answer is stalled. */
async function answerAnother(sim: Setup): Promise<void> {
  expect((await sim.anonymous.get('/pricing')).status).toBe(200);
}

/** Bytes on the wire, before decompression. */
function wireSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => resolve(size));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function bodySize(response: Response): Promise<number> {
  let size = 0;
  for await (const chunk of response.body ?? []) size += chunk.length;
  return size;
}

describe('faults in place of the service', () => {
  test('status: the status text or the given detail, with headers', async () => {
    const sim = await withFault({ kind: 'status', status: 503 });
    const plain = await fetchVms(sim);
    expect(plain.status).toBe(503);
    expect(await plain.json()).toEqual({ detail: 'Service Unavailable' });
    for (const detail of [null, 7, ['a'], { a: { b: false } }, '<b>x</b>']) {
      sim.control.clearFaults();
      sim.control.addFault({
        path: '/vms',
        fault: { kind: 'status', status: 429, detail, headers: { 'Retry-After': '7' } },
      });
      const reply = await fetchVms(sim);
      expect(reply.status).toBe(429);
      expect(reply.headers.get('retry-after')).toBe('7');
      expect(await reply.json()).toEqual({ detail });
    }
    expect(lastStatus(sim)).toBe(429);
  });

  test('status: no body for 204', async () => {
    const reply = await fetchVms(await withFault({ kind: 'status', status: 204 }));
    expect(reply.status).toBe(204);
    expect(await reply.text()).toBe('');
  });

  test('json: the given body', async () => {
    const reply = await fetchVms(await withFault({ kind: 'json', body: { odd: [1, null] } }));
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ odd: [1, null] });
  });

  test('html: a captive portal with 200', async () => {
    const reply = await fetchVms(await withFault({ kind: 'html' }));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(await reply.text()).toContain('<!doctype html>');
  });

  test('not-json: invalid JSON as JSON', async () => {
    const reply = await fetchVms(await withFault({ kind: 'not-json' }));
    expect(reply.headers.get('content-type')).toBe('application/json');
    await expect(reply.json()).rejects.toThrow(SyntaxError);
  });

  test('not-json and json: each answer of an intermediary, once', async () => {
    const sim = await setup({ vms: 1 });
    for (const fault of Object.values(INTERMEDIARIES)) {
      sim.control.addFault({ path: '/vms', times: 1, fault });
      const reply = await fetchVms(sim);
      const isText = fault.kind === 'not-json';
      expect([reply.status, await reply.text()]).toEqual([
        ...[fault.status, isText ? fault.body : JSON.stringify(fault.body)],
      ]);
      const type = isText ? fault.headers['content-type'] : 'application/json';
      expect(reply.headers.get('content-type')).toBe(type);
      expect((await sim.owner.get('/vms')).status).toBe(200);
    }
  });

  test('empty-body', async () => {
    const reply = await fetchVms(await withFault({ kind: 'empty-body' }));
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe('');
  });

  test('enormous-body: valid JSON of the given size', async () => {
    const sim = await withFault({ kind: 'enormous-body', bytes: 20_000_000 });
    expect(await bodySize(await fetchVms(sim))).toBe(20_000_000);
    sim.control.clearFaults();
    sim.control.addFault({ path: '/vms', fault: { kind: 'enormous-body', bytes: 70_000 } });
    expect(z.string().parse(await (await fetchVms(sim)).json())).toHaveLength(69_998);
  });

  test('new-vms: other VMs in each answer', async () => {
    const sim = await withFault({ kind: 'new-vms', count: 20 });
    const listed = z.array(z.object({ id: z.uuid(), status: z.literal('running') })).length(20);
    const [one, other] = [await fetchVms(sim), await fetchVms(sim)];
    const vms = [...listed.parse(await one.json()), ...listed.parse(await other.json())];
    expect(new Set(vms.map(({ id }) => id)).size).toBe(40);
  });

  test('gzip-bomb: a thousandth of its size on the wire', async () => {
    const bytes = 48 * 1024 ** 2;
    const sim = await withFault({ kind: 'gzip-bomb', bytes });
    expect(await wireSize(`${sim.baseUrl}/vms`)).toBeLessThan(bytes / 900);
    const reply = await fetchVms(sim);
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(await bodySize(reply)).toBe(bytes);
  });

  test('enormous-body: the client may stop reading', async () => {
    const sim = await withFault({ kind: 'enormous-body' });
    const reply = await fetchVms(sim);
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    sim.control.clearFaults();
    expect((await fetchVms(sim)).status).toBe(200);
  });

  test('redirect: to another origin', async () => {
    const other = await setup();
    const sim = await withFault({ kind: 'redirect', location: `${other.baseUrl}/vms` });
    const seen = await fetchVms(sim, { redirect: 'manual' });
    expect(seen.status).toBe(302);
    expect(seen.headers.get('location')).toBe(`${other.baseUrl}/vms`);
    await expect(fetchVms(sim, { redirect: 'error' })).rejects.toThrow(TypeError);
    expect(other.control.state().requests.log).toEqual([]);
    await fetchVms(sim);
    expect(other.control.state().requests.log).toHaveLength(1);
  });

  test('redirect: by default to the same path at localhost', async () => {
    const sim = await withFault({ kind: 'redirect' });
    const location = (await fetchVms(sim, { redirect: 'manual' })).headers.get('location') ?? '';
    expect(location).toBe(`${sim.baseUrl.replace('127.0.0.1', 'localhost')}/vms`);
  });

  test('echo-authorization: quotes the credential in the detail only', async () => {
    const sim = await withFault({ kind: 'echo-authorization' });
    const reply = await fetchVms(sim);
    const key = sim.credentials[0].apiKeys.read_write;
    expect(await reply.text()).toContain(key);
    expect(JSON.stringify(sim.control.state().requests)).not.toContain(key);
  });

  test('stall-before-headers: no answer until the client aborts', async () => {
    const sim = await withFault({ kind: 'stall-before-headers' });
    const controller = new AbortController();
    const outcome = outcomeOf(fetchVms(sim, { signal: controller.signal }));
    await expect.poll(() => sim.control.state().requests.log).toHaveLength(1);
    await answerAnother(sim);
    expect(outcome()).toBe('pending');
    controller.abort();
    await expect.poll(outcome).toBe('failed');
    expect(sim.control.state().requests.log[0]?.status).toBeNull();
  });

  test('drop-connection: no answer, not processed', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.addFault({ path: '/vms', fault: { kind: 'drop-connection' } });
    await expect(sim.owner.post('/vms', {})).rejects.toThrow(TypeError);
    expect(sim.control.vms()).toEqual([]);
    expect(lastStatus(sim)).toBeNull();
  });
});

describe('faults in transit', () => {
  test('delay: a late answer', async () => {
    const sim = await withFault({ kind: 'delay', ms: 120 });
    const before = performance.now();
    expect((await fetchVms(sim)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
  });

  test('wrong-types: the documented shape with wrong types', async () => {
    const sim = await withFault({ kind: 'wrong-types' });
    const reply = z
      .array(z.record(z.string(), z.unknown()))
      .parse(await (await fetchVms(sim)).json());
    expect(reply).toHaveLength(5);
    expect(reply[0]).toMatchObject({ id: 7, gpu_count: { amount: 'seven' } });
  });

  test('stall-mid-body: headers and half of the body', async () => {
    const sim = await withFault({ kind: 'stall-mid-body' });
    const controller = new AbortController();
    const reply = await fetchVms(sim, { signal: controller.signal });
    expect(reply.status).toBe(200);
    const half = Math.floor(Number(reply.headers.get('content-length')) / 2);
    let size = 0;
    const reading = async () => {
      for await (const chunk of reply.body ?? []) size += chunk.length;
    };
    const outcome = outcomeOf(reading());
    await expect.poll(() => size).toBe(half);
    await answerAnother(sim);
    expect(outcome()).toBe('pending');
    controller.abort();
    await expect.poll(outcome).toBe('failed');
    expect(size).toBe(half);
  });

  test('cut-body: headers and half of the body, then a reset', async () => {
    const sim = await withFault({ kind: 'cut-body' });
    const reply = await fetchVms(sim);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow(TypeError);
    expect(lastStatus(sim)).toBe(200);
  });

  test('drop-answer: the VM is created', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.addFault({ method: 'POST', path: '/vms', fault: { kind: 'drop-answer' } });
    const order = {
      node: 'vm01',
      gpu_type: '5090',
      gpu_count: 1,
      storage_gb: 50,
      template_vmid: 100,
    };
    await expect(sim.owner.post('/vms', order)).rejects.toThrow(TypeError);
    expect(sim.control.vms()).toHaveLength(1);
    expect(lastStatus(sim)).toBeNull();
  });

  test('drop-answer: the refresh token is used up', async () => {
    const sim = await setup();
    const [{ email, password }] = sim.credentials;
    const login = await sim.anonymous.post('/auth/login', { email, password });
    const { refresh_token } = documentedTokens.parse(login.body);
    sim.control.addFault({ path: '/auth/refresh', times: 1, fault: { kind: 'drop-answer' } });
    const refresh = () => sim.anonymous.post('/auth/refresh', { refresh_token });
    await expect(refresh()).rejects.toThrow(TypeError);
    expect((await refresh()).status).toBe(401);
  });
});

describe('matching', () => {
  const broken = { kind: 'status', status: 500 } as const;

  test('by method, path and query', async () => {
    const sim = await setup({ vms: 120 });
    const fault = sim.control.addFault({
      method: 'get',
      path: '/vms',
      query: { offset: '50' },
      fault: broken,
    });
    expect((await sim.owner.get('/vms')).status).toBe(200);
    expect((await sim.owner.get('/vms?limit=50&offset=50')).status).toBe(500);
    expect((await sim.owner.get('/vms?offset=100')).status).toBe(200);
    expect((await sim.owner.post('/vms?offset=50', {})).status).toBe(422);
    expect((await sim.owner.get('/billing/usage?offset=50')).status).toBe(200);
    expect(fault.hits()).toBe(1);
    fault.clear();
    expect((await sim.owner.get('/vms?offset=50')).status).toBe(200);
  });

  test('skips `after` requests, then applies to `times`', async () => {
    const sim = await withFault(broken, { after: 2, times: 2 });
    const statuses = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await sim.owner.get('/vms')).status);
    expect(statuses).toEqual([200, 200, 500, 500, 200, 200]);
  });

  test('applies the first fault that matches', async () => {
    const sim = await withFault(broken, { times: 1 });
    sim.control.addFault({ path: '/vms', fault: { kind: 'status', status: 404 } });
    expect((await sim.owner.get('/vms')).status).toBe(500);
    expect((await sim.owner.get('/vms')).status).toBe(404);
  });

  test('runs onMatch first: a VM is removed between two pages', async () => {
    const sim = await setup({ vms: 60 });
    const ids = sim.control.vms().map((vm) => vm.id);
    sim.control.addFault(
      { path: '/vms', query: { offset: '50' }, times: 1, fault: { kind: 'none' } },
      () => sim.control.destroyVm(ids[0] ?? '', 'gone'),
    );
    const idList = z.array(z.looseObject({ id: z.string() }));
    const first = idList.parse((await sim.owner.get('/vms')).body);
    const second = idList.parse((await sim.owner.get('/vms?offset=50')).body);
    expect(first.map((vm) => vm.id)).toEqual(ids.slice(0, 50));
    // Every VM has moved up by one, so number 50 is on neither page.
    expect(second.map((vm) => vm.id)).toEqual(ids.slice(51));
  });

  test('logs requests with their fault', async () => {
    const sim = await withFault(broken, { times: 1 });
    await sim.owner.get('/vms?limit=5');
    await sim.anonymous.get('/search');
    const { counts, log } = sim.control.state().requests;
    expect(counts).toEqual({ 'GET /vms': 1, 'GET /search': 1 });
    expect(log).toMatchObject([
      {
        method: 'GET',
        path: '/vms',
        query: { limit: '5' },
        hasAuthorization: true,
        fault: 'status',
        status: 500,
      },
      { path: '/search', hasAuthorization: false, fault: null, status: 200 },
    ]);
  });

  test('rejects an invalid fault', async () => {
    const sim = await setup();
    expect(() => sim.control.addFault({ path: 'vms', fault: broken })).toThrow();
    expect(() => sim.control.addFault({ path: '/', times: 0, fault: broken })).toThrow();
    expect(() =>
      sim.control.addFault({ path: '/', fault: { kind: 'status', status: 42 } }),
    ).toThrow();
  });
});
