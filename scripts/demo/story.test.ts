import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock, type Simulator } from '../../simulator/index.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { CLOUDS, demoLimit, playStory, SPEED, startFleet } from './story.ts';

const started: Simulator[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

async function fleet(options: Parameters<typeof startFleet>[0] = {}): Promise<Simulator> {
  const simulator = await startFleet(options, manualClock(Date.now()));
  started.push(simulator);
  return simulator;
}

const statuses = ({ control }: Simulator) =>
  new Map(control.vms().map(({ id, status }) => [id, status]));

async function read({ baseUrl, credentials }: Simulator, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${credentials[0].apiKeys.read_only}` };
  return (await fetch(baseUrl + path, { headers })).json();
}

async function perHour(service: Simulator, pods: Simulator): Promise<number> {
  const spend = z.object({ total_per_hour: z.number() });
  const list = z.object({ pods: z.array(z.object({ cost: z.number() })) });
  const { total_per_hour } = spend.parse(await read(service, '/billing/current-spend'));
  const { pods: listed } = list.parse(await read(pods, '/v2/pods?includeClusterPods=true'));
  return listed.reduce((sum, { cost }) => sum + cost, total_per_hour);
}

test('nothing happens for 20 s; then a launch takes the rate above the limit, and a VM is interrupted', async () => {
  const { provider, vms } = CLOUDS[0];
  const [simulator, pods] = [await fleet(), await fleet({ provider, vms })];
  const limit = demoLimit([simulator, pods]);
  const before = statuses(simulator);
  const clock = createVirtualClock();
  playStory(simulator, clock);
  simulator.control.advance(20 * SPEED);
  await clock.advance(19_999);
  expect(statuses(simulator)).toEqual(before);
  expect(await perHour(simulator, pods)).toBeLessThan(limit);

  await clock.advance(40_000);
  simulator.control.advance(40 * SPEED);
  const after = statuses(simulator);
  const launched = [...after.keys()].filter((id) => !before.has(id));
  expect(launched.map((id) => after.get(id))).toEqual(['running']);
  expect(await perHour(simulator, pods)).toBeGreaterThan(limit);
  const interrupted = [...before].filter(
    ([id, status]) => status === 'running' && after.get(id) === 'interrupted',
  );
  expect(interrupted).toHaveLength(1);
});

test('the story can be cancelled before it begins', async () => {
  const simulator = await fleet();
  const clock = createVirtualClock();
  playStory(simulator, clock)();
  const before = statuses(simulator);
  await clock.advance(60_000);
  expect(statuses(simulator)).toEqual(before);
});
