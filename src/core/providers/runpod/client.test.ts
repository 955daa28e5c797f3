import { describe, expect, test } from 'vitest';
import { silentLog } from '../../log.ts';
import { Secret } from '../../secret.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createAccountClient } from '../account-client.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { ServiceError } from '../http/service-error.ts';
import { createKeySession } from '../session.ts';
import { answering } from '../testing/answering.ts';
import { createRunpodClient } from './client.ts';
import { sentPod } from './testing/pods.ts';

/** A client whose requests get the answers in order; an error is thrown. */
function clientOf(...answers: readonly unknown[]) {
  const { ports, sent } = answering(...answers);
  return { client: createRunpodClient(ports), sent };
}

const refused = (status: number) => new ServiceError({ kind: 'notFound' }, status);

describe('the list', () => {
  test('has pods of clusters, each once, and counts unreadable records', async () => {
    const { client, sent } = clientOf({ pods: [sentPod(), { id: 7 }, sentPod()] });
    const { vms, ...about } = await client.listVms();
    expect(vms.map(({ id }) => id)).toEqual(['pod1']);
    expect(about).toEqual({ skipped: 1, isComplete: true });
    expect(sent).toMatchObject([{ path: '/v2/pods', query: { includeClusterPods: 'true' } }]);
  });

  const paged = (id: string, pagination: unknown) => ({ pods: [sentPod({ id })], pagination });

  test('is read to its end where it has pages', async () => {
    const { client, sent } = clientOf(
      paged('pod1', { nextCursor: 'a', hasNextPage: true }),
      paged('pod2', { nextCursor: 'b' }),
      paged('pod3', { nextCursor: 'c', hasNextPage: false }),
    );
    const { vms, ...about } = await client.listVms();
    expect(vms.map(({ id }) => id)).toEqual(['pod1', 'pod2', 'pod3']);
    expect(about).toEqual({ skipped: 0, isComplete: true });
    const all = { includeClusterPods: 'true', limit: 1_000 };
    expect(sent.map(({ query }) => query)).toEqual([
      { ...all, cursor: undefined },
      { ...all, cursor: 'a' },
      { ...all, cursor: 'b' },
    ]);
  });

  test.each([undefined, {}, 'x', { nextCursor: null, hasNextPage: false }])(
    'with the pagination %j is one page',
    async (pagination) => {
      const { client, sent } = clientOf(paged('pod1', pagination));
      expect(await client.listVms()).toMatchObject({ vms: [{ id: 'pod1' }], isComplete: true });
      expect(sent).toHaveLength(1);
    },
  );

  test.each([
    ['a cursor that repeats', [paged('a', { nextCursor: 'x' }), paged('b', { nextCursor: 'x' })]],
    ['no cursor', [paged('a', { hasNextPage: true })]],
    ['an empty cursor', [paged('a', { nextCursor: '', hasNextPage: true })]],
    ['a cursor of another type', [paged('a', { nextCursor: 7, hasNextPage: true })]],
  ])('that says it goes on, with %s, is not complete', async (_, pages) => {
    const { client, sent } = clientOf(...pages);
    expect(await client.listVms()).toMatchObject({ isComplete: false });
    expect(sent).toHaveLength(pages.length);
  });

  test('fails as a whole where a page fails', async () => {
    const failed = new ServiceError({ kind: 'network' });
    const { client } = clientOf(paged('a', { nextCursor: 'x' }), failed);
    await expect(client.listVms()).rejects.toMatchObject({ problem: { kind: 'network' } });
  });

  test.each([404, 410])(
    'that answers %s is a changed interface, not an empty list',
    async (status) => {
      const { client } = clientOf(refused(status));
      await expect(client.listVms()).rejects.toMatchObject({
        message: 'RunPod changed its API.',
        problem: { kind: 'changedInterface', provider: 'RunPod' },
      });
    },
  );

  test.each([{}, { pods: null }, [], null, 'pods'])('cannot be %j', async (body) => {
    await expect(clientOf(body).client.listVms()).rejects.toMatchObject({
      problem: { kind: 'incompatible' },
    });
  });
});

test('a problem names RunPod, whose address nobody can correct', async () => {
  const failed = new ServiceError({ kind: 'network' });
  const { client } = clientOf(failed, failed, failed);
  const calls = [client.listVms(), client.getVm('pod1'), client.operations.stop?.('pod1')];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({ problem: { provider: 'RunPod' } });
});

test('another pod than the one asked for is refused', async () => {
  const { client } = clientOf(sentPod({ id: 'pod2' }));
  await expect(client.getVm('pod1')).rejects.toMatchObject({ problem: { kind: 'incompatible' } });
});

test.each([
  ['start', 'start'],
  ['stop', 'stop'],
  ['destroy', 'terminate'],
] as const)('%s is sent once, as %s', async (operation, action) => {
  const { client, sent } = clientOf(undefined);
  await client.operations[operation]?.('pod1');
  expect(sent).toMatchObject([
    { method: 'POST', path: '/v2/pods/{vm_id}/action', vmId: 'pod1', body: { action } },
  ]);
});

test('a window that is used up delays nothing: RunPod’s own example of a success reports one', async () => {
  const headers = { RateLimit: '"minute";r=0;t=12, "hour";r=2800;t=1812' };
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const client = createAccountClient(
    { base: base.url, open: createRunpodClient },
    {
      fetch: async () => Response.json({ pods: [sentPod()] }, { headers }),
      clock: createVirtualClock(Date.UTC(2027, 0, 1)),
      log: silentLog,
      listMs: 1,
    },
    { createSession: () => createKeySession(new Secret('key')) },
  );
  await client.listVms();
  expect((await client.listVms()).vms).toHaveLength(1);
});

describe('a usage report', () => {
  const bill = {
    records: [],
    metadata: {
      query: { startTime: '2026-06-01T00:00:00Z', endTime: '2026-06-03T00:00:00Z' },
      totals: { totalAmount: 42.34, podGpuAmount: 18.2, podCpuAmount: 0, podDiskAmount: 1.1 },
    },
  };
  const hour = (podId: string, at: string, totalAmount: number) => ({
    podId,
    startTime: at,
    endTime: at,
    totalAmount,
    gpuAmount: totalAmount - 0.01,
    cpuAmount: 0,
    diskAmount: 0.01,
  });

  test('has the bill of the account, and the cost of each pod', async () => {
    const records = [
      hour('pod1', '2026-06-01T00:00:00Z', 1.5),
      hour('pod2', '2026-06-01T00:00:00Z', 2),
      hour('pod1', '2026-06-01T01:00:00Z', 0.5),
    ];
    const { client, sent } = clientOf(bill, {
      records: [...records, { podId: null }],
      metadata: {},
    });
    const usage = await client.usage?.({ from: '2026-06-01', to: '2026-06-02' });
    expect(usage).toMatchObject({
      totalCost: 42.34,
      vmCost: 19.3,
      periodStart: '2026-06-01T00:00:00Z',
      periodEnd: '2026-06-02T23:59:59.999Z',
      vms: [
        { vmId: 'pod1', cost: 2 },
        { vmId: 'pod2', cost: 2 },
      ],
      skipped: 1,
    });
    expect(usage?.logs.map(({ vmId, totalCost }) => [vmId, totalCost])).toEqual([
      ['pod1', 1.5],
      ['pod2', 2],
      ['pod1', 0.5],
    ]);
    const query = {
      startTime: '2026-06-01T00:00:00.000Z',
      endTime: '2026-06-03T00:00:00.000Z',
      bucketSize: 'hour',
    };
    expect(sent).toMatchObject([
      { path: '/v2/billing', query },
      { path: '/v2/billing/pods', query },
    ]);
  });

  test('ends now where its range does not, and has records by the day of a year', async () => {
    const { client, sent } = clientOf(bill, { records: [], metadata: {} });
    await client.usage?.({ from: '2026-01-02', to: '2027-01-01' });
    expect(sent[0]?.query).toMatchObject({
      ...{ endTime: '2027-01-01T00:00:00.000Z', bucketSize: 'day' },
    });
  });

  test('with an unknown amount has no partial sum', async () => {
    const records = [hour('pod1', '2026-06-01T00:00:00Z', 1), { podId: 'pod1' }];
    const { client } = clientOf(bill, { records, metadata: {} });
    const usage = await client.usage?.({ from: '2026-06-01', to: '2026-06-01' });
    expect(usage?.vms).toMatchObject([{ vmId: 'pod1', cost: null }]);
  });
});
