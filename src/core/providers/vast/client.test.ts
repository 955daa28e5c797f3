import { describe, expect, test } from 'vitest';
import { ServiceError } from '../http/service-error.ts';
import { answering, type Sent } from '../testing/answering.ts';
import { createVastClient } from './client.ts';
import { sentInstance } from './testing/instances.ts';

/** A client whose requests get the answers in order; an error is thrown. */
function clientOf(...answers: readonly unknown[]) {
  const { ports, sent } = answering(...answers);
  return { client: createVastClient(ports), sent };
}

const NAMED = { provider: 'Vast.ai' };

const page = (
  ids: readonly number[],
  next_token: string | null = null,
  total_instances: unknown = ids.length,
) => ({
  instances: ids.map((id) => sentInstance({ id })),
  next_token,
  total_instances,
});

const tokensOf = (sent: readonly Sent[]) => sent.map(({ query }) => query?.['after_token']);

describe('the list', () => {
  test('is read to its last page, each instance once', async () => {
    const pages = [page([1, 2], 'a', 4), page([2, 3], 'b', 4), page([4], null, 4)];
    const { client, sent } = clientOf(...pages);
    const { vms, ...about } = await client.listVms();
    expect(vms.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(about).toEqual({ skipped: 0, isComplete: true });
    expect(tokensOf(sent)).toEqual([undefined, 'a', 'b']);
    expect(sent[0]).toMatchObject({ path: '/api/v1/instances/', query: { limit: 25 } });
  });

  test.each([
    ['no record', [page([], null, 3)]],
    ['text as its count', [page([], null, '3')]],
    ['fewer records', [page([1], 'a', 3), page([2], null, 3)]],
    ['a count on its first page alone', [page([1], 'a', 3), { instances: [], next_token: null }]],
  ])('that counts three and has %s is not complete', async (_, pages) => {
    expect(await clientOf(...pages).client.listVms()).toMatchObject({ isComplete: false });
  });

  test('with an unreadable record that its count includes is complete', async () => {
    const { client } = clientOf({ ...page([1], null, 2), instances: [sentInstance(), null] });
    expect(await client.listVms()).toMatchObject({ skipped: 1, isComplete: true });
  });

  test('that never ends is left after a thousand pages, and is not complete', async () => {
    const pages = Array.from({ length: 1_100 }, (_, index) => page([1], `token-${index}`));
    const { client, sent } = clientOf(...pages);
    expect(await client.listVms()).toMatchObject({ isComplete: false });
    expect(sent).toHaveLength(1_000);
  });

  test.each([7, {}, 'x'.repeat(5_000)])(
    'whose next token is %j is not complete',
    async (next_token) => {
      const { client } = clientOf({ ...page([1]), next_token });
      expect(await client.listVms()).toMatchObject({ vms: [{ id: '1' }], isComplete: false });
    },
  );

  test('that refuses the key with a 404 repeats why', async () => {
    const error = new ServiceError({ kind: 'notFound', detail: 'Invalid key' }, 404, 'auth_error');
    await expect(clientOf(error).client.listVms()).rejects.toMatchObject({
      problem: { kind: 'unauthorized', credential: 'apiKey', detail: 'Invalid key', ...NAMED },
    });
  });

  test.each([404, 410])('that answers %s is a changed interface', async (status) => {
    const refused = new ServiceError({ kind: 'notFound' }, status);
    await expect(clientOf(refused).client.listVms()).rejects.toMatchObject({
      problem: { kind: 'changedInterface', ...NAMED },
    });
  });

  test.each([{}, { instances: null }, [], null])('cannot be %j', async (body) => {
    await expect(clientOf(body).client.listVms()).rejects.toMatchObject({
      problem: { kind: 'incompatible' },
    });
  });
});

describe('one instance', () => {
  test('is found by its id', async () => {
    const { client, sent } = clientOf(page([312]));
    expect((await client.getVm('312')).id).toBe('312');
    expect(sent[0]?.query).toMatchObject({ select_filters: '{"id":{"eq":312}}' });
  });

  test('that the list lacks is not found, and nothing is sent for what is no id', async () => {
    const absent = { problem: { kind: 'notFound' } };
    await expect(clientOf(page([])).client.getVm('312')).rejects.toMatchObject(absent);
    const { client, sent } = clientOf();
    await expect(client.getVm('../users')).rejects.toMatchObject(absent);
    expect(sent).toEqual([]);
  });

  test.each([
    ['counts it and lacks it', page([], null, 1)],
    ['does not heed the filter', page([1, 2])],
    ['has an unreadable record', { instances: [{ id: null }], next_token: null }],
  ])('is unknown where the list %s', async (_, answer) => {
    await expect(clientOf(answer).client.getVm('312')).rejects.toMatchObject({
      problem: { kind: 'incompatible' },
    });
  });
});

describe('operations', () => {
  test('are sent once each', async () => {
    const { client, sent } = clientOf({ success: true }, { success: true }, { success: true });
    await client.operations.start?.('312');
    await client.operations.stop?.('312');
    await client.operations.destroy?.('312');
    const path = '/api/v0/instances/{vm_id}/';
    expect(sent).toMatchObject([
      { method: 'PUT', path, vmId: '312', body: { state: 'running' } },
      { method: 'PUT', path, vmId: '312', body: { state: 'stopped' } },
      { method: 'DELETE', path, vmId: '312', intervalMs: 3_000 },
    ]);
  });
});

test.each([
  [{ balance: -1.5, credit: 20 }, 18.5],
  [{ balance: 12.25 }, 12.25],
  [{ credit: 3 }, 3],
])('the balance of %j is %s', async (body, amount) => {
  expect(await clientOf(body).client.balance?.()).toBe(amount);
});

test.each([{ id: 7 }, { balance: '12.5', credit: 3 }])(
  'the balance of %j is incompatible',
  async (body) => {
    await expect(clientOf(body).client.balance?.()).rejects.toMatchObject({
      problem: { kind: 'incompatible' },
    });
  },
);

const charge = (source: string, amount: unknown, items: readonly unknown[] = []) => ({
  ...{ type: source.split('-')[0], source, amount, items },
});

describe('the usage', () => {
  test('is the charges of the range, per contract', async () => {
    const items = [
      { type: 'gpu', amount: 8 },
      { type: 'disk', amount: 1.5 },
      { type: 'bwd', amount: 0.07 },
      { type: 'bwu', amount: 0.007 },
    ];
    const { client, sent } = clientOf(
      { results: [charge('instance-312', 10, items), charge('volume-9', 2)], next_token: 'a' },
      { results: [charge('instance-9007199254740991', 0.125)], next_token: null },
    );
    const range = { from: '2026-12-01', to: '2026-12-31' };
    const usage = await client.usage?.(range);
    expect(usage).toMatchObject({ totalCost: 12.125, vmCost: 10.125, skipped: 0 });
    expect(usage?.vms).toMatchObject([
      { vmId: '312', cost: 10 },
      { vmId: '9007199254740991', cost: 0.125 },
    ]);
    expect(usage?.logs[0]).toMatchObject({
      ...{ vmId: '312', timestamp: null, gpuCost: 8, storageCost: 1.5, networkCost: 0.077 },
    });
    expect(JSON.parse(String(sent[0]?.query?.['select_filters']))).toEqual({
      day: { gte: Date.UTC(2026, 11, 1) / 1000, lte: Date.UTC(2027, 0, 1) / 1000 - 1 },
    });
    expect(tokensOf(sent)).toEqual([undefined, 'a']);
  });

  test('whose pages repeat or do not end is incompatible, as a part would look like all of it', async () => {
    const range = { from: '2026-12-01', to: '2026-12-31' };
    const pageOf = (next_token: unknown) => ({ results: [charge('instance-1', 1)], next_token });
    for (const pages of [
      [pageOf('a'), pageOf('a')],
      [pageOf(7)],
      Array.from({ length: 40 }, (_, index) => pageOf(`${index}`)),
    ])
      await expect(clientOf(...pages).client.usage?.(range)).rejects.toMatchObject({
        problem: { kind: 'incompatible', found: 'pages without an end' },
      });
  });

  test('has no part whose amounts are unknown', async () => {
    const range = { from: '2026-12-01', to: '2026-12-31' };
    const items = [
      { type: 'gpu', amount: 'free' },
      { type: 'disk', amount: 1 },
    ];
    const results = [charge('instance-1', 10, items), charge('instance-2', 10)];
    const usage = await clientOf({ results }).client.usage?.(range);
    expect(usage?.logs).toMatchObject([
      { gpuCost: null, storageCost: 1, networkCost: 0 },
      { gpuCost: null, storageCost: null, networkCost: null },
    ]);
  });

  test('has no total where a charge is unreadable or without an amount', async () => {
    const range = { from: '2026-12-01', to: '2026-12-01' };
    const read = (result: unknown) => clientOf({ results: [result] }).client.usage?.(range);
    expect(await read({ type: 'instance' })).toMatchObject({ totalCost: null, skipped: 1 });
    expect(await read(charge('instance-1', 'free'))).toMatchObject({ totalCost: null });
  });
});
