import { expect, test } from 'vitest';
import { readAnswers } from '../testing/described.ts';
import { describedBy, type Reply, setup } from '../testing/setup.ts';

const ANSWERS = readAnswers('providers/lambda.yaml');
const LIST = '/api/v1/instances';
const TYPES = '/api/v1/instance-types';
const TERMINATE = '/api/v1/instance-operations/terminate';

test('answers as docs/providers/lambda.yaml shows', async () => {
  const sim = await setup({ provider: 'lambda', vms: 40 });
  const { owner, control } = sim;
  const [id = ''] = control.vms().flatMap((vm) => (vm.status === 'running' ? [vm.id] : []));
  const terminate = (one: string) => owner.post(TERMINATE, { instance_ids: [one] });
  const seen: [call: string, reply: Reply][] = [
    [`GET ${LIST}`, await owner.get(LIST)],
    [`GET ${LIST}`, await sim.anonymous.get(LIST)],
    [`GET ${LIST}/{id}`, await owner.get(`${LIST}/${id}`)],
    [`GET ${LIST}/{id}`, await owner.get(`${LIST}/none`)],
    [`GET ${TYPES}`, await owner.get(TYPES)],
    [`POST ${TERMINATE}`, await terminate(id)],
    [`POST ${TERMINATE}`, await terminate(id)],
  ];
  expect(seen.map(([, { status }]) => status)).toEqual([200, 401, 200, 404, 200, 200, 400]);
  for (const [call, reply] of seen)
    expect(await ANSWERS.problemOf(describedBy(call, reply))).toBeNull();
  expect(seen[1]?.[1].body).toMatchObject({ error: { suggestion: expect.any(String) } });
  expect((await owner.get('/api/v1/nothing')).body).toMatchObject({
    error: { code: 'global/not-found' },
  });
});
