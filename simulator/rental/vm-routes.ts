import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { allow } from '../service/visit.ts';
import {
  type Account,
  balanceAt,
  cents,
  currentPhase,
  enter,
  gpuPrice,
  type Micros,
  plainRecord,
  present,
  rentVm,
  STATUSES,
  sentRecord,
  storagePrice,
  type Vm,
  type VmOrder,
  type World,
} from '../world/index.ts';
import { readVmOrder } from './vm-order.ts';

const DEFAULT_LIMIT = 50;

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).default(DEFAULT_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
});

function firstHour(world: World, order: VmOrder): Micros {
  const { node, gpuCount, rentalType, reservationMonths, storageGb } = order;
  const perGpu = gpuPrice(world.prices, node.gpuType, rentalType, reservationMonths);
  return perGpu * gpuCount + storagePrice(storageGb);
}

/** The document shows the message, but not its condition; here it is the cost of one hour. */
function requireBalance(needed: Micros, available: Micros): void {
  if (available >= needed) return;
  throw new ServiceError(
    400,
    `Insufficient balance. Required: ${cents(needed, 'up')}, Available: ${cents(available, 'down')}`,
  );
}

const idSchema = z.object({ vm_id: z.guid() });

function vmInPath(account: Account, params: unknown): Vm {
  const { vm_id } = idSchema.parse(params);
  const vm = account.vms.find(({ id, gone }) => id === vm_id.toLowerCase() && !gone);
  if (!vm) throw new ServiceError(404, 'VM not found');
  return vm;
}

const ACCEPTED_IN: Readonly<Record<'starting' | 'stopping' | 'destroyed', readonly string[]>> = {
  starting: ['stopped', 'interrupted'],
  stopping: ['creating', 'starting', 'running', 'offline'],
  destroyed: STATUSES.filter((status) => status !== 'destroyed'),
};

/** Start, stop and destroy. Their paths are made up; `profile.json` describes them to GPU Tray. */
function operationRoutes(app: FastifyInstance, { world }: ServiceParts): void {
  const accept =
    (next: keyof typeof ACCEPTED_IN) => (request: FastifyRequest, reply: FastifyReply) => {
      const { account } = allow(request, 'change-vms');
      const vm = vmInPath(account, request.params);
      const now = present(world);
      const { status } = currentPhase(vm);
      if (!ACCEPTED_IN[next].includes(status)) throw new ServiceError(400, `The VM is ${status}`);
      enter(vm, next, now);
      return reply.code(202).send();
    };
  app.put('/machines/:vm_id/power/on', accept('starting'));
  app.put('/machines/:vm_id/power/off', accept('stopping'));
  app.delete('/machines/:vm_id', accept('destroyed'));
}

/** A VM of another account is a 404, like an unknown VM. */
export function vmRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, behavior } = parts;
  operationRoutes(app, parts);
  app.get('/vms', async (request) => {
    const { account } = allow(request, 'view-vms');
    const rules = behavior.current();
    const { limit, offset } = querySchema.parse(request.query);
    const end = offset + Math.min(limit, rules.maxLimit ?? limit);
    const now = present(world);
    const all = account.vms.filter(
      (vm) => !vm.gone && (rules.listDestroyed || currentPhase(vm).status !== 'destroyed'),
    );
    return all.slice(offset, end).map((vm) => sentRecord(vm, plainRecord(vm, now)));
  });

  app.get('/vms/:vm_id', async (request) => {
    const { account } = allow(request, 'view-vms');
    const vm = vmInPath(account, request.params);
    return sentRecord(vm, plainRecord(vm, present(world)));
  });

  app.post('/vms', async (request, reply) => {
    const { account } = allow(request, 'change-vms');
    const order = readVmOrder(world, account, request.body);
    const now = present(world);
    const { orders } = behavior.current();
    if (orders === 'refused') throw new ServiceError(400, `Node ${order.node.id} has no free GPU`);
    requireBalance(firstHour(world, order), balanceAt(account.balance, account.vms, now));
    const vm = rentVm(world, account, order);
    if (orders === 'twice') rentVm(world, account, order);
    reply.code(201);
    return sentRecord(vm, plainRecord(vm, now));
  });
}
