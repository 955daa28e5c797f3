import { describe, expect, test } from 'vitest';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createLambdaClient } from './client.ts';
import { sentInstance } from './testing/instances.ts';

/** A client whose requests get the answer; an error is thrown. */
function clientOf(json: unknown) {
  const { ports, sent } = answering(json);
  return { client: createLambdaClient(ports), sent };
}

const { id } = sentInstance();

test('the list has all readable instances, each once', async () => {
  const { client, sent } = clientOf({ data: [sentInstance(), { id: 7 }, sentInstance()] });
  const { vms, ...about } = await client.listVms();
  expect(vms.map((vm) => vm.id)).toEqual([id]);
  expect(about).toEqual({ skipped: 1, isComplete: true });
  expect(sent).toMatchObject([{ path: '/api/v1/instances' }]);
});

test.each([404, 410])('a list that answers %s is a changed interface', async (status) => {
  const { client } = clientOf(new ServiceError({ kind: 'notFound' }, status));
  await expect(client.listVms()).rejects.toMatchObject({
    problem: { kind: 'changedInterface', provider: 'Lambda' },
  });
});

test.each([{}, { data: null }, { data: {} }, [], null])('a list cannot be %j', async (body) => {
  await expect(clientOf(body).client.listVms()).rejects.toMatchObject({
    problem: { kind: 'incompatible' },
  });
});

describe('one instance', () => {
  test('is in the data', async () => {
    expect(await clientOf({ data: sentInstance() }).client.getVm(id)).toMatchObject({ id });
  });

  test.each([{ data: null }, { data: sentInstance({ id: 'another' }) }, sentInstance()])(
    'is no other answer: %#',
    async (body) => {
      await expect(clientOf(body).client.getVm(id)).rejects.toMatchObject({
        problem: { kind: 'incompatible' },
      });
    },
  );
});

test.each([
  ['global/account-inactive', { kind: 'inactiveAccount' }],
  ['global/forbidden', { kind: 'forbidden', hasNoScopes: true }],
  [null, { kind: 'forbidden', hasNoScopes: true }],
])('a 403 with the code %s is %j', async (code, problem) => {
  const refused = new ServiceError({ kind: 'forbidden', detail: 'It is.' }, 403, code);
  const { client } = clientOf(refused);
  for (const call of [client.listVms(), client.getVm(id), client.operations.destroy?.(id)])
    await expect(call).rejects.toMatchObject({
      problem: { ...problem, detail: 'It is.', provider: 'Lambda' },
    });
});

test('a termination is sent once, for one instance, and its answer is not read', async () => {
  const { client, sent } = clientOf(undefined);
  await client.operations.destroy?.(id);
  const path = '/api/v1/instance-operations/terminate';
  const body = { instance_ids: [id] };
  expect(sent).toEqual([{ method: 'POST', path, body, answer: 'unparsed', signal: undefined }]);
});

test('there is no start, stop, spend, usage and balance', () => {
  expect(Object.keys(clientOf(null).client)).toEqual([
    ...['listVms', 'getVm', 'offers', 'renting', 'operations'],
  ]);
  expect(Object.keys(clientOf(null).client.operations)).toEqual(['destroy']);
});
