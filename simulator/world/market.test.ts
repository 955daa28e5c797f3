import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';

const catalog = z.object({
  gpus: z.array(
    z.object({ id: z.string(), dataCenters: z.array(z.object({ id: z.string() })).default([]) }),
  ),
});

const types = z.object({
  data: z.record(
    z.string(),
    z.object({ regions_with_capacity_available: z.array(z.object({ name: z.string() })) }),
  ),
});

const search = z.object({ offers: z.array(z.object({ id: z.number() })) });

const read = {
  async vast({ anonymous }: Setup) {
    const { offers } = search.parse(
      (await anonymous.post('/api/v0/bundles/', { limit: 500 })).body,
    );
    return offers.map(({ id }) => String(id));
  },
  async runpod({ owner }: Setup) {
    const query = 'include=AVAILABILITY&product=POD&count=1&cloud=SECURE';
    const { gpus } = catalog.parse((await owner.get(`/v2/catalog/gpus?${query}`)).body);
    return gpus.flatMap(({ id, dataCenters }) => dataCenters.map((at) => `${id} at ${at.id}`));
  },
  async lambda({ owner }: Setup) {
    const { data } = types.parse((await owner.get('/api/v1/instance-types')).body);
    return Object.entries(data).flatMap(([name, { regions_with_capacity_available: regions }]) =>
      regions.map((at) => `${name} at ${at.name}`),
    );
  },
};

test.each(['runpod', 'vast', 'lambda'] as const)(
  'at %s some offers flap and some go',
  async (provider) => {
    const sim = await setup({ provider, vms: 0 });
    const minutes: ReadonlySet<string>[] = [];
    for (let minute = 0; minute < 30; minute += 1) {
      minutes.push(new Set(await read[provider](sim)));
      sim.control.advance(60);
    }
    const seen = (offer: string) => minutes.map((offers) => offers.has(offer));
    const all = [...new Set(minutes.flatMap((offers) => [...offers]))].map(seen);
    const flaps = all.filter(([first, second, third]) => first && !second && third);
    const goes = all.filter((each) => each.slice(0, 20).every(Boolean) && !each[20]);
    const stays = all.filter((each) => each.every(Boolean));
    expect([flaps, goes, stays].map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(flaps.length + goes.length + stays.length).toBe(all.length);
  },
);
