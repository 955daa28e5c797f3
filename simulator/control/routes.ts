import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Control } from './control.ts';

/** The control interface over HTTP, without authentication: `POST` to the name of a function, with its arguments as an array. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  app.setErrorHandler(async (error, _request, reply) => {
    reply.code(400);
    return { detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) };
  });
  app.get('/state', async () => control.state());
  app.get('/vms', async () => control.vms());
  for (const [name, run] of Object.entries(control))
    app.post(`/${name}`, async ({ body }) => {
      const answer: unknown = Reflect.apply(run, control, z.array(z.unknown()).parse(body ?? []));
      return answer ?? {};
    });
}
