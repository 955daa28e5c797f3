import { describe, expect, it } from 'vitest';
import { createPublicClient, offerSchema } from './offers.ts';
import { createTestHttp, problemOf } from './testing/client.ts';
import { sendJson, startTestServer } from './testing/server.ts';

async function start(body: unknown) {
  const server = await startTestServer((_, response) => sendJson(response, 200, body));
  return { server, client: createPublicClient(createTestHttp(server.base).http) };
}

describe.each(['search', 'pricing'] as const)('%s', (call) => {
  it('sends neither a credential nor parameters', async () => {
    const { client, server } = await start([]);
    expect(await client[call]()).toEqual({ read: [], skipped: 0 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: `/${call}`, query: {} });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('keeps the records and counts unreadable ones', async () => {
    const { client } = await start({ items: [{ gpu_type: '4090', price: 0.39 }, 'x', null] });
    expect(await client[call]()).toEqual({
      read: [{ gpu_type: '4090', price: 0.39 }],
      skipped: 2,
    });
  });

  it('rejects another form as incompatible', async () => {
    const { client } = await start({ rtx: { price: 0.39 } });
    expect(await problemOf(client[call]())).toEqual({
      kind: 'incompatible',
      endpoint: `GET /${call}`,
      found: 'an object with the keys rtx',
    });
  });

  it('rejects with the reason when aborted', async () => {
    const { client } = await start([]);
    const reason = new Error('aborted');
    await expect(client[call](AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('an offer', () => {
  it('keeps plain values under their own names', () => {
    expect(
      offerSchema.parse({ gpu_type: '4090', price: 0.39, spot: true, note: null, at: '' }),
    ).toEqual({ gpu_type: '4090', price: 0.39, spot: true, note: null, at: '' });
  });

  it('drops lists and objects', () => {
    expect(offerSchema.parse({ a: [1], b: { c: 1 }, d: 1 })).toEqual({ d: 1 });
  });

  it('ignores __proto__', () => {
    const offer = offerSchema.parse(JSON.parse('{"__proto__":{"polluted":1},"price":1}'));
    expect(offer).toEqual({ price: 1 });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(offer, 'polluted')).toBeUndefined();
  });

  it.each([null, 'text', 7, [1, 2]])('is not %j', (value) => {
    expect(offerSchema.safeParse(value).success).toBe(false);
  });
});
