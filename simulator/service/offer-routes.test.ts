import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setup } from '../testing/index.ts';

const records = z.array(z.looseObject({ gpu_type: z.enum(['5090', '4090', 'pro6000']) })).min(3);

describe('the public endpoints', () => {
  it('search in both shapes, without a credential', async () => {
    const sim = await setup();
    const bare = records.parse((await sim.anonymous.get('/search')).body);
    sim.control.setOptions({ offers: 'object' });
    const wrapped = z
      .looseObject({ offers: records })
      .parse((await sim.anonymous.get('/search')).body);
    expect(wrapped.offers).toEqual(bare);
  });

  it('price in all three shapes, and at the price that is set', async () => {
    const sim = await setup();
    sim.control.setPrice('4090', 0.25);
    const bare = records.parse((await sim.anonymous.get('/pricing')).body);
    expect(bare.find((each) => each.gpu_type === '4090')).toMatchObject({
      on_demand: 0.25,
      interruptible: 0.15,
    });
    sim.control.setOptions({ pricing: 'object' });
    expect((await sim.anonymous.get('/pricing')).body).toEqual({ prices: bare });
    sim.control.setOptions({ pricing: 'map' });
    const map = z.record(z.string(), z.unknown()).parse((await sim.anonymous.get('/pricing')).body);
    expect(Object.keys(map).toSorted()).toEqual(['4090', '5090', 'pro6000']);
  });
});
