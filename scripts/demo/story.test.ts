import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock, type Simulator } from '../../simulator/index.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { demoLimit, IDLE, PLACES, playStory, runningVms, SPEED, startPlace } from './story.ts';

const started: Simulator[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

async function fleet(
  place: (typeof PLACES)[number] = PLACES[0],
  now = Date.now(),
): Promise<Simulator> {
  const simulator = await startPlace(place, {}, manualClock(now));
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
  const [simulator, pods] = [await fleet(), await fleet(PLACES[1])];
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

/** A VM that does nothing by its load, which is the same for hours. */
const isIdle = ({ cpu_percent, ram_percent }: { cpu_percent: number; ram_percent: number }) =>
  Math.max(cpu_percent, ram_percent) < 15;

test('the demo has two idle VMs, each with a name', async () => {
  const named: (string | null)[] = [];
  for (const place of PLACES) {
    const simulator = await fleet(place);
    const idle = new Set(runningVms(simulator).map(({ id }) => id));
    for (let minutes = 0; minutes < 20; minutes += 1) {
      for (const vm of runningVms(simulator)) if (!isIdle(vm)) idle.delete(vm.id);
      simulator.control.advance(60);
    }
    const labels = new Map(simulator.control.vms().map((vm) => [vm.id, vm.instance_label]));
    named.push(...[...idle].map((id) => labels.get(id) ?? null));
  }
  expect(named).toEqual(IDLE);
});

test.each(PLACES)(
  '$name: the dearest VM runs, on any day the month fits the rate',
  async (place) => {
    for (const day of ['2026-11-29T08:00Z', '2026-12-02T12:00Z', '2026-12-16T08:00Z']) {
      const now = Date.parse(day);
      const simulator = await fleet(place, now);
      const dearest = simulator.control
        .vms()
        .toSorted((a, b) => (b.hourly_rate ?? 0) - (a.hourly_rate ?? 0))[0];
      expect([day, dearest?.status]).toEqual([day, 'running']);
      const month = Date.parse(`${day.slice(0, 8)}01`);
      const { perHour, since } = simulator.control.costs(month);
      const share = since / ((perHour * (now - month)) / 3_600_000);
      expect(share).toBeGreaterThan(0.5);
      expect(share).toBeLessThan(1.1);
    }
  },
);
