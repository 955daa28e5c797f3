import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultSchema } from '../faults/board.ts';
import { behaviorPatchSchema } from '../options.ts';
import { statusOf } from '../service/errors.ts';
import { BREAKAGES, GPU_TYPES } from '../world/index.ts';
import type { Control } from './control.ts';
import { chargeSchema, NotFoundError, newVmSchema } from './vms.ts';

const email = z.string().optional();
const fields = z.record(z.string(), z.unknown());
const byEmail = z.strictObject({ email });
const id = z.string();
const faultId = z.strictObject({ id: z.coerce.number().int() });

/** The control interface over HTTP, without authentication: each route is one function of `Control`. */
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

  /** @param input the body together with the parameters of path and query */
  function route<T>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    input: z.ZodType<T>,
    run: (input: T) => unknown,
    status = 200,
  ): void {
    app.route({
      method,
      url,
      async handler({ query, params, body }, reply) {
        const [given, inQuery, inPath] = [body ?? {}, query, params].map((part) =>
          fields.parse(part),
        );
        reply.code(status);
        return run(input.parse({ ...given, ...inQuery, ...inPath })) ?? {};
      },
    });
  }
  const nothing = z.object({});

  route('GET', '/state', nothing, () => control.state());
  route('POST', '/options', behaviorPatchSchema, (patch) => control.setOptions(patch));
  route('POST', '/advance', z.strictObject({ seconds: z.number() }), ({ seconds }) => {
    control.advance(seconds);
    return { now: control.state().now };
  });
  route('DELETE', '/log', nothing, () => control.clearLog());
  route('POST', '/reset-limits', nothing, () => control.resetLimits());

  route('GET', '/vms', byEmail, (by) => control.vms(by.email));
  route('POST', '/vms', newVmSchema, (vm) => control.createVm(vm), 201);
  app.patch('/vms/:id', async ({ params, body }) => {
    // Every field may be put over the record, also `id`.
    control.setVm(z.object({ id }).parse(params).id, fields.parse(body));
    return {};
  });
  const removal = z.strictObject({ id, how: z.enum(['destroyed', 'gone']).default('destroyed') });
  route('DELETE', '/vms/:id', removal, (vm) => control.destroyVm(vm.id, vm.how));
  const breakage = z.strictObject({ id, how: z.enum(BREAKAGES).nullable() });
  route('POST', '/vms/:id/break', breakage, (vm) => control.breakVm(vm.id, vm.how));
  route('POST', '/vms/:id/restore', z.object({ id }), (vm) => control.restoreVm(vm.id));

  route('POST', '/spend', z.strictObject({ fields, email }), (spend) =>
    control.setSpend(spend.fields, spend.email),
  );
  route('POST', '/balance', z.strictObject({ dollars: z.number(), email }), (balance) =>
    control.setBalance(balance.dollars, balance.email),
  );
  const price = z.strictObject({ gpu_type: z.enum(GPU_TYPES), dollars: z.number() });
  route('POST', '/price', price, ({ gpu_type, dollars }) => control.setPrice(gpu_type, dollars));
  route('POST', '/charges', chargeSchema, (charge) => control.addCharge(charge), 201);
  route('POST', '/expire-access-tokens', nothing, () => control.expireAccessTokens());
  route('POST', '/revoke-refresh-tokens', byEmail, (by) => control.revokeRefreshTokens(by.email));

  route('POST', '/faults', faultSchema, (fault) => ({ id: control.addFault(fault).id }), 201);
  route('DELETE', '/faults', nothing, () => ({ cleared: control.clearFaults() }));
  route('DELETE', '/faults/:id', faultId, (fault) => ({ cleared: control.clearFaults(fault.id) }));
}
