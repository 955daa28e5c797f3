import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswers } from '../testing/described.ts';
import { describedBy, type Reply, type Setup, setup } from '../testing/setup.ts';

// The truths of docs/providers/vast.yaml, which are of Vast's documents: tests/contract/described.

const ANSWERS = readAnswers('providers/vast.yaml');
const LIST = '/api/v1/instances/';

const pricesSchema = z.object({
  gpuCostPerHour: z.number(),
  diskHour: z.number(),
  totalHour: z.number(),
  discountTotalHour: z.number(),
  discountedTotalPerHour: z.number(),
});
const instanceSchema = z.looseObject({
  id: z.number(),
  actual_status: z.string().nullable(),
  cur_state: z.string(),
  intended_status: z.string(),
  status_msg: z.string().nullable(),
  start_date: z.number(),
  uptime_mins: z.number().nullable(),
  dph_total: z.number(),
  credit_balance: z.number().nullable(),
  credit_discount: z.number().nullable(),
  instance: pricesSchema,
});

/** Past the interval of the list. */
async function listOf({ control, owner }: Setup) {
  control.advance(1);
  const { body } = await owner.get(LIST);
  return z.object({ instances: z.array(instanceSchema) }).parse(body).instances;
}

async function oneOf(sim: Setup, id: string) {
  const all = await listOf(sim);
  return all.find((each) => String(each.id) === id) ?? expect.fail(`${id} is not listed`);
}

const statesOf = ({ actual_status, intended_status, cur_state }: z.output<typeof instanceSchema>) =>
  [actual_status, intended_status, cur_state].join(' ');

test('answers as docs/providers/vast.yaml shows', async () => {
  const sim = await setup({ provider: 'vast', vms: 40 });
  const { owner, control } = sim;
  const [first] = await listOf(sim);
  const one = `/api/v0/instances/${first?.id}/`;
  const day = { gte: 1_768_000_000, lte: 1_768_500_000 };
  const charges = `/api/v0/charges/?select_filters=${encodeURIComponent(JSON.stringify({ day }))}`;
  const seen: [call: string, reply: Reply][] = [];
  async function see(call: string, get: Promise<Reply>) {
    seen.push([call, await get]);
    control.advance(4);
  }
  control.advance(4);
  await see(`GET ${LIST}`, owner.get(LIST));
  await see(`GET ${LIST}`, owner.get(`${LIST}?after_token=x`));
  await see(`GET ${LIST}`, sim.anonymous.get(LIST));
  await see('GET /api/v0/instances/{id}/', owner.get(one));
  await see('GET /api/v0/users/current/', owner.get('/api/v0/users/current/'));
  await see('POST /api/v0/bundles/', sim.anonymous.post('/api/v0/bundles/', {}));
  await see('POST /api/v0/bundles/', owner.post('/api/v0/bundles/', { limit: 0 }));
  await see('POST /api/v0/bundles/', sim.with('sim_live_x').post('/api/v0/bundles/', {}));
  await see('GET /api/v0/charges/', owner.get(charges));
  await see('GET /api/v0/charges/', owner.get('/api/v0/charges/'));
  await see('GET /api/v0/charges/', sim.with('sim_live_x').get(charges));
  await owner.get(LIST);
  await see(`GET ${LIST}`, owner.get(LIST));
  const statuses = new Set(seen.map(([, { status }]) => status));
  expect(statuses).toEqual(new Set([200, 400, 401, 404, 429]));
  for (const [call, reply] of seen)
    expect(await ANSWERS.problemOf(describedBy(call, reply))).toBeNull();
});

test('a stop and a start leave the start of the contract, and the uptime is that of the run', async () => {
  const sim = await setup({ provider: 'vast', vms: 0 });
  const { id } = sim.control.createVm({ status: 'running' });
  sim.control.advance(7_000);
  const first = await oneOf(sim, id);
  expect(first.uptime_mins).toBe(116);
  sim.control.setVm(id, { status: 'stopped' });
  sim.control.advance(86_400);
  expect((await oneOf(sim, id)).uptime_mins).toBeNull();
  sim.control.setVm(id, { status: 'running' });
  sim.control.advance(600);
  const again = await oneOf(sim, id);
  expect([again.start_date, again.uptime_mins]).toEqual([first.start_date, 10]);
});

test('some instances have no uptime while they run, and some the totals of their disk alone', async () => {
  const sim = await setup({ provider: 'vast', vms: 0 });
  const ids = [0, 1, 2, 3].map(() => sim.control.createVm({ status: 'running' }).id);
  sim.control.advance(60);
  const listed = await listOf(sim);
  const records = ids.flatMap((id) => listed.filter((each) => String(each.id) === id));
  expect(records.map(({ uptime_mins }) => uptime_mins)).toEqual([1, 1, 1, null]);
  const isDiskOnly = records.map(({ instance, dph_total }) => {
    expect(instance.discountedTotalPerHour).toBe(instance.totalHour);
    return instance.gpuCostPerHour === 0 && dph_total > instance.totalHour;
  });
  expect(isDiskOnly).toEqual([false, false, true, false]);
});

test('shows whether hardware is held: crashed, outbid, waiting, stopped and offline', async () => {
  const sim = await setup({ provider: 'vast', vms: 0 });
  const even = sim.control.createVm().id;
  const odd = sim.control.createVm().id;
  const in_ = async (id: string, status: string) => {
    sim.control.setVm(id, { status });
    return oneOf(sim, id);
  };
  const crashed = await in_(even, 'failed');
  expect(statesOf(crashed)).toBe('exited running running');
  expect(crashed.status_msg).toBe('Error: container exited (1)');
  expect(crashed.instance.totalHour).toBe(crashed.dph_total);
  expect(statesOf(await in_(even, 'interrupted'))).toBe('exited running stopped');
  expect(statesOf(await in_(even, 'stopped'))).toBe('stopped stopped stopped');
  expect(statesOf(await in_(odd, 'stopped'))).toBe('exited stopped stopped');
  expect(statesOf(await in_(even, 'starting'))).toBe('loading running running');
  const waiting = await in_(odd, 'starting');
  expect(statesOf(waiting)).toBe('scheduling running stopped');
  expect(waiting.instance.totalHour).toBe(waiting.dph_total);
  const offline = await in_(even, 'offline');
  expect([statesOf(offline), offline.instance.totalHour]).toEqual([
    ...['offline running running', offline.dph_total],
  ]);
});
