import { describe, expect, it } from 'vitest';
import type { VmOrder } from '../../shared/domain/index.ts';
import { Secret } from '../secret.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { startTestClient, vmRecord } from './test-client.ts';
import { problemOf, until } from './test-http.ts';
import { sendJson } from './test-server.ts';

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

describe('createVm', () => {
  it('sends the order as it is documented, and brings the VM', async () => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, 201, { ...vmRecord(7), status: 'creating' }),
    );
    const vm = await client.createVm(ORDER, PASSWORD);
    expect(vm).toMatchObject({ id: 'vm-7', status: 'creating' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/vms', query: {} });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toStrictEqual({
      node: 'vm01',
      gpu_type: '4090',
      gpu_count: 2,
      storage_gb: 100,
      template_vmid: 101,
      rental_type: 'reserved',
      reservation_months: 3,
      auth_method: 'password',
      password: 'pass-canary-1',
    });
  });

  it.each([400, 403, 404, 422, 429, 500, 502, 503])('is sent once on a %i', async (status) => {
    const { client, server } = await startTestClient((_, response) =>
      sendJson(response, status, { detail: 'no' }, { 'retry-after': '0' }),
    );
    await problemOf(client.createVm(ORDER, PASSWORD));
    expect(server.requests).toHaveLength(1);
  });

  it('is sent once when the answer is lost', async () => {
    const { client, server } = await startTestClient((_, response) => response.destroy());
    expect(await problemOf(client.createVm(ORDER, PASSWORD))).toEqual({ kind: 'network' });
    expect(server.requests).toHaveLength(1);
  });

  it('is sent once when the answer does not come in time', async () => {
    const clock = createVirtualClock();
    const { client, server } = await startTestClient(() => {}, { clock });
    const call = problemOf(client.createVm(ORDER, PASSWORD));
    await until(() => server.requests.length === 1, 'the order arrives');
    await clock.advance(3_600_000);
    expect(await call).toEqual({ kind: 'timeout', seconds: 15 });
    expect(server.requests).toHaveLength(1);
  });

  it('is sent again after a 401, which took no order, and only once', async () => {
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

  it('without balance says how much is missing', async () => {
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

  it('never repeats the password, however the service does', async () => {
    const { client, log } = await startTestClient((request, response) =>
      sendJson(response, 422, { detail: `cannot take ${request.body}` }),
    );
    const call = client.createVm(ORDER, PASSWORD);
    await expect(call).rejects.toThrow('cannot take');
    await expect(call).rejects.not.toThrow('canary');
    expect(log.lines.join()).not.toContain('canary');
  });

  it('whose answer is no VM is incompatible: the VM may be there nevertheless', async () => {
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
