import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultSchema } from '../faults/board.ts';
import { behaviorPatchSchema } from '../options.ts';
import { BREAKAGES, GPU_TYPES } from '../world/index.ts';
import type { Control } from './control.ts';
import { NotFoundError, newVmSchema } from './vms.ts';

const email = z.string().optional();
const fields = z.record(z.string(), z.unknown());
const vmParams = z.object({ id: z.string() });

function vmRoutes(app: FastifyInstance, control: Control): void {
  app.get('/vms', async (request) => control.vms(z.object({ email }).parse(request.query).email));
  app.post('/vms', async (request, reply) => {
    reply.code(201);
    return control.createVm(newVmSchema.parse(request.body ?? {}));
  });
  app.patch('/vms/:id', async (request) => {
    control.setVm(vmParams.parse(request.params).id, fields.parse(request.body));
    return {};
  });
  app.delete('/vms/:id', async (request) => {
    const { how } = z
      .object({ how: z.enum(['destroyed', 'gone']).default('destroyed') })
      .parse(request.query);
    control.destroyVm(vmParams.parse(request.params).id, how);
    return {};
  });
  app.post('/vms/:id/break', async (request) => {
    const { how } = z.strictObject({ how: z.enum(BREAKAGES).nullable() }).parse(request.body);
    control.breakVm(vmParams.parse(request.params).id, how);
    return {};
  });
  app.post('/vms/:id/restore', async (request) => {
    control.restoreVm(vmParams.parse(request.params).id);
    return {};
  });
}

function accountRoutes(app: FastifyInstance, control: Control): void {
  app.post('/spend', async (request) => {
    const body = z.strictObject({ fields, email }).parse(request.body);
    control.setSpend(body.fields, body.email);
    return {};
  });
  app.post('/balance', async (request) => {
    const body = z.strictObject({ dollars: z.number(), email }).parse(request.body);
    control.setBalance(body.dollars, body.email);
    return {};
  });
  app.post('/price', async (request) => {
    const body = z
      .strictObject({ gpu_type: z.enum(GPU_TYPES), dollars: z.number() })
      .parse(request.body);
    control.setPrice(body.gpu_type, body.dollars);
    return {};
  });
  app.post('/expire-access-tokens', async () => {
    control.expireAccessTokens();
    return {};
  });
  app.post('/revoke-refresh-tokens', async (request) => {
    control.revokeRefreshTokens(z.strictObject({ email }).parse(request.body ?? {}).email);
    return {};
  });
}

function faultRoutes(app: FastifyInstance, control: Control): void {
  app.post('/faults', async (request, reply) => {
    reply.code(201);
    return { id: control.addFault(faultSchema.parse(request.body)).id };
  });
  app.delete('/faults', async () => ({ cleared: control.clearFaults() }));
  app.delete('/faults/:id', async (request) => {
    const { id } = z.object({ id: z.coerce.number().int() }).parse(request.params);
    return { cleared: control.clearFaults(id) };
  });
}

/** The control interface over HTTP, without authentication: each route is one function of `Control`. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof NotFoundError) reply.code(404);
    else reply.code(error instanceof z.ZodError ? 400 : readStatus(error));
    return { detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) };
  });
  app.setNotFoundHandler(async (_request, reply) => {
    reply.code(404);
    return { detail: 'Unknown path. See simulator/README.md' };
  });

  app.get('/state', async () => control.state());
  app.post('/options', async (request) =>
    control.setOptions(behaviorPatchSchema.parse(request.body)),
  );
  app.post('/advance', async (request) => {
    control.advance(z.strictObject({ seconds: z.number() }).parse(request.body).seconds);
    return { now: control.state().now };
  });
  app.delete('/log', async () => {
    control.clearLog();
    return {};
  });
  app.post('/reset-limits', async () => {
    control.resetLimits();
    return {};
  });
  vmRoutes(app, control);
  accountRoutes(app, control);
  faultRoutes(app, control);
}

function readStatus(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}
