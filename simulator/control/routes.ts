import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultSchema } from '../faults/board.ts';
import { behaviorPatchSchema } from '../options.ts';
import { statusOf } from '../service/errors.ts';
import { BREAKAGES, GPU_TYPES } from '../world/index.ts';
import type { Control } from './control.ts';
import { chargeSchema, NotFoundError, newVmSchema } from './vms.ts';

const id = z.string();
const email = z.string().optional();
const fields = z.record(z.string(), z.unknown());
const amount = z.number();

/** The control interface over HTTP, without authentication: `POST` to the name of a function, with its arguments as an array. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  app.setErrorHandler(async (error, _request, reply) => {
    const isInvalid = error instanceof z.ZodError;
    reply.code(error instanceof NotFoundError ? 404 : isInvalid ? 400 : statusOf(error));
    return { detail: isInvalid ? z.prettifyError(error) : String(error) };
  });
  app.setNotFoundHandler(async (_request, reply) => {
    reply.code(404);
    return { detail: 'Unknown path. See simulator/README.md' };
  });
  app.get('/state', async () => control.state());
  app.get('/vms', async () => control.vms());

  function route<A extends readonly unknown[]>(
    name: keyof Control,
    input: z.ZodType<A>,
    run: (...args: A) => unknown,
  ): void {
    app.post(`/${name}`, async ({ body }) => run(...input.parse(body ?? [])) ?? {});
  }
  route('vms', z.tuple([email]), control.vms);
  route('setOptions', z.tuple([behaviorPatchSchema]), control.setOptions);
  route('createVm', z.tuple([newVmSchema]), control.createVm);
  route('setVm', z.tuple([id, fields]), control.setVm);
  route('breakVm', z.tuple([id, z.enum(BREAKAGES).nullable()]), control.breakVm);
  route('restoreVm', z.tuple([id]), control.restoreVm);
  route('destroyVm', z.tuple([id, z.enum(['destroyed', 'gone']).optional()]), control.destroyVm);
  route('setSpend', z.tuple([fields, email]), control.setSpend);
  route('setBalance', z.tuple([amount, email]), control.setBalance);
  route('setPrice', z.tuple([z.enum(GPU_TYPES), amount]), control.setPrice);
  route('addCharge', z.tuple([chargeSchema]), control.addCharge);
  route('costs', z.tuple([amount]), control.costs);
  route('advance', z.tuple([amount]), control.advance);
  route('expireAccessTokens', z.tuple([]), control.expireAccessTokens);
  route('revokeRefreshTokens', z.tuple([email]), control.revokeRefreshTokens);
  route('addFault', z.tuple([faultSchema]), (fault) => ({ id: control.addFault(fault).id }));
  route('clearFaults', z.tuple([z.number().optional()]), control.clearFaults);
  route('clearLog', z.tuple([]), control.clearLog);
  route('resetLimits', z.tuple([]), control.resetLimits);
}
