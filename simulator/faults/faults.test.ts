import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
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
  test('answer: each answer of an intermediary, once', async () => {
    const sim = await setup({ vms: 1 });
    for (const fault of Object.values(INTERMEDIARIES)) {
      sim.control.addFault({ path: '/vms', times: 1, fault });
      const reply = await fetchVms(sim);
      const isText = typeof fault.body === 'string';
      expect([reply.status, await reply.text()]).toEqual([
        ...[fault.status, isText ? fault.body : JSON.stringify(fault.body)],
      ]);
      const type = 'headers' in fault ? fault.headers['content-type'] : 'application/json';
      expect(reply.headers.get('content-type')).toContain(type);
      expect((await sim.owner.get('/vms')).status).toBe(200);
    }
  });

  test('status: with another content type, the same error', async () => {
    const headers = { 'content-type': 'text/html' };
    const reply = await fetchVms(await withFault({ kind: 'status', status: 404, headers }));
    expect([reply.status, await reply.text()]).toEqual([404, '{"detail":"Not Found"}']);
  });

  test('enormous-body: valid JSON of the given size', async () => {
    const sim = await withFault({ kind: 'enormous-body', bytes: 20_000_000 });
    expect(await bodySize(await fetchVms(sim))).toBe(20_000_000);
    sim.control.clearFaults();
    sim.control.addFault({ path: '/vms', fault: { kind: 'enormous-body', bytes: 70_000 } });
    expect(z.string().parse(await (await fetchVms(sim)).json())).toHaveLength(69_998);
  });

  test('gzip-bomb: a thousandth of its size on the wire', async () => {
    const bytes = 48 * 1024 ** 2;
    const sim = await withFault({ kind: 'gzip-bomb', bytes });
    expect(await wireSize(`${sim.baseUrl}/vms`)).toBeLessThan(bytes / 900);
    const reply = await fetchVms(sim);
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(await bodySize(reply)).toBe(bytes);
  });
});

describe('faults in transit', () => {
  test('wrong-types: the documented shape with wrong types', async () => {
    const sim = await withFault({ kind: 'wrong-types' });
    const reply = z
      .array(z.record(z.string(), z.unknown()))
      .parse(await (await fetchVms(sim)).json());
    expect(reply).toHaveLength(5);
    expect(reply[0]).toMatchObject({ id: 7, gpu_count: { amount: 'seven' } });
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
});
