import { describe, expect, test } from 'vitest';
import type { VmOrder } from '../../../shared/domain/vm-order.ts';
import { Secret } from '../../secret.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { problemOf, startTestClient, until, vmRecord } from '../testing/client.ts';
import { sendJson } from '../testing/server.ts';

const ORDER: VmOrder = {
  node: 'vm01',
  gpuType: '4090',
  gpuCount: 2,
  storageGb: 100,
  templateVmid: 101,
  rental: { type: 'reserved', months: 3 },
  login: { method: 'password' },
};
const PASSWORD = new Secret('pass-canary-1');

const COMMON = {
  node: 'vm01',
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 100,
  template_vmid: 101,
};

describe('the body of POST /vms', () => {
  const onDemand = { rental: { type: 'on_demand' } } as const;
  const defaultKey = { login: { method: 'ssh_key', sshKeyId: null } } as const;

  test.each<[string, Partial<VmOrder>, object]>([
    [
      'omits optional fields',
      { ...onDemand, ...defaultKey },
      { rental_type: 'on_demand', auth_method: 'ssh_key' },
    ],
    [
      'names the chosen SSH key',
      { ...onDemand, login: { method: 'ssh_key', sshKeyId: 'key-7' } },
      { rental_type: 'on_demand', auth_method: 'ssh_key', ssh_key_id: 'key-7' },
    ],
    [
      'has no months for an interruptible VM',
      { rental: { type: 'interruptible' }, ...defaultKey },
      { rental_type: 'interruptible', auth_method: 'ssh_key' },
    ],
    [
      'has the months of a reservation',
      { rental: { type: 'reserved', months: 6 }, ...defaultKey },
      { rental_type: 'reserved', reservation_months: 6, auth_method: 'ssh_key' },
    ],
    [
      'holds the password with that login method only',
      { ...onDemand, login: { method: 'password' } },
      { rental_type: 'on_demand', auth_method: 'password', password: 'pass-canary-1' },
    ],
  ])('%s', async (_, order, body) => {
    const { client, server } = await startTestClient((__, response) =>
      sendJson(response, 201, vmRecord(7)),
    );
    await client.createVm({ ...ORDER, ...order }, PASSWORD);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toStrictEqual({ ...COMMON, ...body });
  });
});

describe('createVm', () => {
  test('sends one request and returns the VM', async () => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, 201, { ...vmRecord(7), status: 'creating' }),
    );
    const vm = await client.createVm(ORDER, PASSWORD);
    expect(vm).toMatchObject({ id: 'vm-7', status: 'creating' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/vms', query: {} });
  });

  test.each([400, 403, 404, 422, 429, 500, 502, 503])('is sent once on a %i', async (status) => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, status, { detail: 'no' }, { 'retry-after': '0' }),
    );
    await problemOf(client.createVm(ORDER, PASSWORD));
    expect(server.requests).toHaveLength(1);
  });

  test('is sent once when the response is lost', async () => {
    const { client, server } = await startTestClient((_, response) => response.destroy());
    expect(await problemOf(client.createVm(ORDER, PASSWORD))).toEqual({ kind: 'network' });
    expect(server.requests).toHaveLength(1);
  });

  test('is sent once when the response times out', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(() => {}, { clock });
    const call = problemOf(client.createVm(ORDER, PASSWORD));
    await until(() => server.requests.length === 1, 'the request arrives');
    await clock.advance(3_600_000);
    expect(await call).toEqual({ kind: 'timeout', seconds: 15 });
    expect(server.requests).toHaveLength(1);
  });

  test('is repeated once after a 401', async () => {
    const { client, asked } = await startTestClient(
      (request, response) => {
        if (request.path === '/auth/refresh') sendJson(response, 200, { access_token: 'access-1' });
        else sendJson(response, 401, { detail: 'Token expired' });
      },
      { hasTokens: true },
    );
    expect(await problemOf(client.createVm(ORDER, PASSWORD))).toHaveProperty(
      'kind',
      'unauthorized',
    );
    expect(asked()).toEqual(['POST /vms', 'POST /auth/refresh', 'POST /vms']);
  });

  test('reports the amounts of an insufficient balance', async () => {
    const { client } = await startTestClient((_, response) =>
      sendJson(response, 400, {
        detail: 'Insufficient balance. Required: $10.50, Available: $2.25',
      }),
    );
    expect(await problemOf(client.createVm(ORDER, PASSWORD))).toEqual({
      kind: 'insufficientBalance',
      required: 10.5,
      available: 2.25,
    });
  });

  test('never repeats the password that the service echoes', async () => {
    const { client, log } = await startTestClient((request, response) =>
      sendJson(response, 422, { detail: `cannot take ${request.body}` }),
    );
    const call = client.createVm(ORDER, PASSWORD);
    await expect(call).rejects.toThrow('cannot take');
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
  });

  test('rejects a response without a VM as incompatible', async () => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, 201, { ok: true }),
    );
    expect(await problemOf(client.createVm(ORDER, PASSWORD))).toEqual({
      kind: 'incompatible',
      endpoint: 'POST /vms',
      found: 'an object with the keys ok',
    });
    expect(server.requests).toHaveLength(1);
  });
});
