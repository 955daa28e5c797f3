import { describe, expect, it } from 'vitest';
import { createPublicClient } from './client.ts';
import { createTestHttp, problemOf } from './test-http.ts';
import { sendJson, startTestServer } from './test-server.ts';

async function start(body: unknown) {
  const server = await startTestServer((_, response) => sendJson(response, 200, body));
  return { server, client: createPublicClient(createTestHttp(server.base).http) };
}

describe.each(['search', 'pricing'] as const)('%s', (call) => {
  it('asks without authorisation or parameters', async () => {
    const { client, server } = await start([]);
    expect(await client[call]()).toEqual({ read: [], skipped: 0 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: `/${call}`, query: {} });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('keeps the records as they are, and counts those that are none', async () => {
    const { client } = await start({ items: [{ gpu_type: '4090', price: 0.39 }, 'x', null] });
    expect(await client[call]()).toEqual({
      read: [{ gpu_type: '4090', price: 0.39 }],
      skipped: 2,
    });
  });

  it('does not guess at another form', async () => {
    const { client } = await start({ rtx: { price: 0.39 } });
    expect(await problemOf(client[call]())).toEqual({
      kind: 'incompatible',
      endpoint: `GET /${call}`,
      found: 'an object with the keys rtx',
    });
  });

  it('ends with the reason of a caller who gives up', async () => {
    const { client } = await start([]);
    const reason = new Error('gave up');
    await expect(client[call](AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
