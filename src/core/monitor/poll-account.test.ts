import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/index.ts';
import { unlistedVms } from './poll-account.ts';
import { fakeClient } from './testing/fake-client.ts';
import { vm } from './testing/records.ts';

const { signal } = new AbortController();
const many = (count: number) => Array.from({ length: count }, (_, index) => vm(`vm-${index}`));

describe('a VM that the list lacks', () => {
  test('causes no lookup when none is missing', async () => {
    const client = fakeClient();
    const known = [vm('a'), vm('b')];
    expect(
      await unlistedVms(known, [vm('b'), vm('a'), vm('c')], { client, signal, turn: 0 }),
    ).toEqual([]);
    expect(client.asked).toEqual([]);
  });

  test('is kept with its current record when the service finds it by id', async () => {
    const client = fakeClient();
    client.single.set('a', { value: vm('a', { status: 'stopping' }) });
    expect(await unlistedVms([vm('a'), vm('b')], [vm('b')], { client, signal, turn: 0 })).toEqual([
      vm('a', { status: 'stopping' }),
    ]);
    expect(client.asked).toEqual(['vm a']);
  });

  test('is gone when the service does not find it', async () => {
    expect(await unlistedVms([vm('a')], [], { client: fakeClient(), signal, turn: 0 })).toEqual([]);
  });

  test('is gone when it is destroyed', async () => {
    const client = fakeClient();
    client.single.set('a', { value: vm('a', { status: 'destroyed' }) });
    expect(await unlistedVms([vm('a')], [], { client, signal, turn: 0 })).toEqual([]);
  });

  test.each<Problem>([
    { kind: 'network' },
    { kind: 'timeout', seconds: 15 },
    { kind: 'server', status: 500, retryAt: null },
    { kind: 'rateLimited', retryAt: null },
    { kind: 'forbidden', detail: null },
    { kind: 'unauthorized', credential: 'apiKey' },
    { kind: 'notTheService', found: 'webPage' },
    { kind: 'incompatible', endpoint: 'GET /vms/{vm_id}', found: 'null' },
  ])('is kept unchanged when the lookup fails with %j', async (problem) => {
    const client = fakeClient();
    const known = vm('a');
    client.single.set('a', { problem });
    const [kept] = await unlistedVms([known], [], { client, signal, turn: 0 });
    expect(kept).toBe(known);
  });

  test('is not awaited when the poll is cancelled', async () => {
    const client = fakeClient();
    client.single.set('a', 'never');
    const controller = new AbortController();
    const asking = unlistedVms([vm('a')], [], { client, signal: controller.signal, turn: 0 });
    controller.abort(new Error('cancelled'));
    await expect(asking).rejects.toThrow('cancelled');
  });
});

describe('many missing VMs', () => {
  test('are looked up twenty per poll, the others are kept unchanged', async () => {
    const client = fakeClient();
    const known = many(50);
    const kept = await unlistedVms(known, [], { client, signal, turn: 0 });
    expect(client.asked).toHaveLength(20);
    expect(kept).toEqual(known.filter(({ id }) => !client.asked.includes(`vm ${id}`)));
  });

  test('are all looked up within a few polls, even if the first lookups fail', async () => {
    const client = fakeClient();
    const known = many(50);
    for (const { id } of known.slice(0, 30))
      client.single.set(id, { problem: { kind: 'server', status: 500, retryAt: null } });
    let kept: readonly (typeof known)[number][] = known;
    for (let turn = 0; turn < 5; turn += 1)
      kept = await unlistedVms(kept, [], { client, signal, turn });
    expect(kept).toEqual(known.slice(0, 30));
  });

  test('keep their order', async () => {
    const client = fakeClient();
    const known = many(50);
    for (const one of known) client.single.set(one.id, { value: one });
    for (let turn = 0; turn < 5; turn += 1)
      expect(await unlistedVms(known, [], { client, signal, turn })).toEqual(known);
    expect(new Set(client.asked).size).toBe(50);
  });
});
