import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';

const types = z.object({
  data: z.record(
    z.string(),
    z.object({ regions_with_capacity_available: z.array(z.object({ name: z.string() })) }),
  ),
});

async function offersOf({ owner }: Setup) {
  const { data } = types.parse((await owner.get('/api/v1/instance-types')).body);
  return Object.entries(data).flatMap(([name, { regions_with_capacity_available: regions }]) =>
    regions.map((at) => `${name} at ${at.name}`),
  );
}

test('some offers flap and some go', async () => {
  const sim = await setup({ provider: 'lambda', vms: 0 });
  const minutes: ReadonlySet<string>[] = [];
  for (let minute = 0; minute < 30; minute += 1) {
    minutes.push(new Set(await offersOf(sim)));
    sim.control.advance(60);
  }
  const seen = (offer: string) => minutes.map((offers) => offers.has(offer));
  const all = [...new Set(minutes.flatMap((offers) => [...offers]))].map(seen);
  const flaps = all.filter(([first, second, third]) => first && !second && third);
  const goes = all.filter((each) => each.slice(0, 20).every(Boolean) && !each[20]);
  const stays = all.filter((each) => each.every(Boolean));
  expect([flaps, goes, stays].map(({ length }) => length > 0)).toEqual([true, true, true]);
  expect(flaps.length + goes.length + stays.length).toBe(all.length);
});
