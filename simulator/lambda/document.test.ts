import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswers } from '../testing/described.ts';
import { describedBy, type Reply, type Setup, setup } from '../testing/setup.ts';

const ANSWERS = readAnswers('providers/lambda.yaml');
const LIST = '/api/v1/instances';
const TYPES = '/api/v1/instance-types';
const TERMINATE = '/api/v1/instance-operations/terminate';
const LAUNCH = '/api/v1/instance-operations/launch';
const KEYS = '/api/v1/ssh-keys';

const typesSchema = z.object({
  data: z.record(
    z.string(),
    z.object({ regions_with_capacity_available: z.array(z.object({ name: z.string() })) }),
  ),
});

/** An order of a type that a region has. */
async function orderOf({ get }: Setup['owner']) {
  const { data } = typesSchema.parse((await get(TYPES)).body);
  for (const [type, { regions_with_capacity_available: regions }] of Object.entries(data))
    for (const { name } of regions)
      return {
        ...{ region_name: name, instance_type_name: type, ssh_key_names: ['laptop'] },
        tags: [{ key: 'gpu-tray-order', value: 'a1b2c3d4' }],
      };
  throw new Error('everything is sold out');
}

test('answers as docs/providers/lambda.yaml shows', async () => {
  const sim = await setup({ provider: 'lambda', vms: 40, readsPerMinute: 6000 });
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
    [`GET ${KEYS}`, await owner.get(KEYS)],
    [`POST ${KEYS}`, await owner.post(KEYS, { name: 'new', public_key: 'ssh-ed25519 AAAA' })],
    ['GET /api/v1/images', await owner.get('/api/v1/images')],
    [`POST ${LAUNCH}`, await owner.post(LAUNCH, await orderOf(owner))],
  ];
  control.advance(12);
  control.setOptions({ orders: 'refused' });
  seen.push([`POST ${LAUNCH}`, await owner.post(LAUNCH, await orderOf(owner))]);
  expect(seen.map(([, { status }]) => status)).toEqual([
    ...[200, 401, 200, 404, 200, 200, 400, 200, 200, 200, 200, 400],
  ]);
  expect(seen.at(-1)?.[1].body).toMatchObject({
    error: { code: 'instance-operations/launch/insufficient-capacity' },
  });
  expect(control.state().requests.undocumented).toEqual([]);
  for (const [call, reply] of seen)
    expect(await ANSWERS.problemOf(describedBy(call, reply))).toBeNull();
  expect(seen[1]?.[1].body).toMatchObject({ error: { suggestion: expect.any(String) } });
  expect((await owner.get('/api/v1/nothing')).body).toMatchObject({
    error: { code: 'global/not-found' },
  });
});
