import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock, type Simulator } from '../../simulator/index.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { demoLimit, playStory, SPEED, startFleet } from './story.ts';

let simulator: Simulator | null = null;
afterEach(() => simulator?.close());

const statuses = ({ control }: Simulator) =>
  new Map(control.vms().map(({ id, status }) => [id, status]));

async function perHour({ baseUrl, credentials }: Simulator): Promise<number> {
  const headers = { authorization: `Bearer ${credentials[0].apiKeys.read_only}` };
  const answer = await fetch(`${baseUrl}/billing/current-spend`, { headers });
  return z.object({ total_per_hour: z.number() }).parse(await answer.json()).total_per_hour;
}

test('nothing happens for 20 s; then a launch takes the rate above the limit, and a VM is interrupted', async () => {
  simulator = await startFleet({}, manualClock(Date.now()));
  const limit = demoLimit(simulator);
  const before = statuses(simulator);
  const clock = createVirtualClock();
  playStory(simulator, clock);
  simulator.control.advance(20 * SPEED);
  await clock.advance(19_999);
  expect(statuses(simulator)).toEqual(before);
  expect(await perHour(simulator)).toBeLessThan(limit);

  await clock.advance(40_000);
  simulator.control.advance(40 * SPEED);
  const after = statuses(simulator);
  const launched = [...after.keys()].filter((id) => !before.has(id));
  expect(launched.map((id) => after.get(id))).toEqual(['running']);
  expect(await perHour(simulator)).toBeGreaterThan(limit);
  const interrupted = [...before].filter(
    ([id, status]) => status === 'running' && after.get(id) === 'interrupted',
  );
  expect(interrupted).toHaveLength(1);
});

test('the story can be cancelled before it begins', async () => {
  simulator = await startFleet({}, manualClock(Date.now()));
  const clock = createVirtualClock();
  playStory(simulator, clock)();
  const before = statuses(simulator);
  await clock.advance(60_000);
  expect(statuses(simulator)).toEqual(before);
});
