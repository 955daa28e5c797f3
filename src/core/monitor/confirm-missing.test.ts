import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/index.ts';
import { missingButThere } from './confirm-missing.ts';
import { fakeClient } from './testing/fake-client.ts';
import { vm } from './testing/records.ts';

const { signal } = new AbortController();
const many = (count: number) => Array.from({ length: count }, (_, index) => vm(`vm-${index}`));

describe('a VM that is missing from a list', () => {
  test('is not asked for when nothing is missing', async () => {
    const client = fakeClient();
    const known = [vm('a'), vm('b')];
    expect(await missingButThere(client, known, [vm('b'), vm('a'), vm('c')], signal, 0)).toEqual(
      [],
    );
    expect(client.asked).toEqual([]);
  });

  test('and that the service knows by its id is there, as it is now', async () => {
    const client = fakeClient();
    client.single.set('a', { value: vm('a', { status: 'stopping' }) });
    expect(await missingButThere(client, [vm('a'), vm('b')], [vm('b')], signal, 0)).toEqual([
      vm('a', { status: 'stopping' }),
    ]);
    expect(client.asked).toEqual(['vm a']);
  });

  test('and that the service does not know is gone', async () => {
    expect(await missingButThere(fakeClient(), [vm('a')], [], signal, 0)).toEqual([]);
  });

  test('and that is destroyed is gone', async () => {
    const client = fakeClient();
    client.single.set('a', { value: vm('a', { status: 'destroyed' }) });
    expect(await missingButThere(client, [vm('a')], [], signal, 0)).toEqual([]);
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
  ])('stays as it was when asking ends in %j', async (problem) => {
    const client = fakeClient();
    const known = vm('a');
    client.single.set('a', { problem });
    const [kept] = await missingButThere(client, [known], [], signal, 0);
    expect(kept).toBe(known);
  });

  test('is not waited for when the poll is cancelled', async () => {
    const client = fakeClient();
    client.single.set('a', 'never');
    const controller = new AbortController();
    const asking = missingButThere(client, [vm('a')], [], controller.signal, 0);
    controller.abort(new Error('cancelled'));
    await expect(asking).rejects.toThrow('cancelled');
  });
});

describe('when many are missing', () => {
  test('twenty are asked for, and the others stay as they were', async () => {
    const client = fakeClient();
    const known = many(50);
    const kept = await missingButThere(client, known, [], signal, 0);
    expect(client.asked).toHaveLength(20);
    expect(kept).toEqual(known.filter(({ id }) => !client.asked.includes(`vm ${id}`)));
  });

  test('each has its turn within the next polls, though the first ones never get an answer', async () => {
    const client = fakeClient();
    const known = many(50);
    for (const { id } of known.slice(0, 30))
      client.single.set(id, { problem: { kind: 'server', status: 500, retryAt: null } });
    let kept: readonly (typeof known)[number][] = known;
    for (let turn = 0; turn < 5; turn += 1)
      kept = await missingButThere(client, kept, [], signal, turn);
    expect(kept).toEqual(known.slice(0, 30));
  });

  test('their order stays, so that nothing changes when nothing changed', async () => {
    const client = fakeClient();
    const known = many(50);
    for (const one of known) client.single.set(one.id, { value: one });
    for (let turn = 0; turn < 5; turn += 1)
      expect(await missingButThere(client, known, [], signal, turn)).toEqual(known);
    expect(new Set(client.asked).size).toBe(50);
  });
});
