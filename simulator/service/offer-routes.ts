import type { FastifyInstance } from 'fastify';
import { offers, priceMap, priceRecords } from '../world/index.ts';
import type { ServiceDeps } from './deps.ts';

/** Public, and without any documented query parameter or shape: parameters are ignored. */
export function offerRoutes(app: FastifyInstance, { world, behaviour }: ServiceDeps): void {
  app.get('/search', async () => {
    const found = offers(world.nodes, world.prices);
    switch (behaviour.current().offers) {
      case 'array':
        return found;
      case 'object':
        return { offers: found, updated_at: new Date(world.clock.now()).toISOString() };
    }
  });

  app.get('/pricing', async () => {
    switch (behaviour.current().pricing) {
      case 'array':
        return priceRecords(world.prices);
      case 'object':
        return { prices: priceRecords(world.prices) };
      case 'map':
        return priceMap(world.prices);
    }
  });
}
