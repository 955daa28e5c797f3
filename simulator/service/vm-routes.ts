import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Behaviour } from '../options.ts';
import {
  type Account,
  balanceAt,
  cents,
  currentPhase,
  gpuPrice,
  type Micros,
  present,
  rentVm,
  sentRecord,
  storagePrice,
  type Vm,
  type VmOrder,
  type World,
} from '../world/index.ts';
import type { ServiceDeps } from './deps.ts';
import { invalid, ServiceError } from './errors.ts';
import { readPage } from './paging.ts';
import { vmListAnswer } from './shapes.ts';
import { allow } from './visit.ts';
import { readVmOrder } from './vm-order.ts';

function listed(account: Account, { listDestroyed }: Behaviour): Vm[] {
  return account.vms.filter(
    (vm) => !vm.gone && (listDestroyed || currentPhase(vm).status !== 'destroyed'),
  );
}

function firstHour(world: World, order: VmOrder): Micros {
  const { node, gpuCount, rentalType, reservationMonths, storageGb } = order;
  const perGpu = gpuPrice(world.prices, node.gpuType, rentalType, reservationMonths);
  return perGpu * gpuCount + storagePrice(storageGb);
}

/** At least one hour must be paid for; the document shows the message and leaves its condition open. */
function requireBalance(needed: Micros, available: Micros, form: Behaviour['amounts']): void {
  if (available >= needed) return;
  const sign = form === 'dollar' ? '$' : '';
  throw new ServiceError(
    400,
    `Insufficient balance. Required: ${sign}${cents(needed, 'up')}, Available: ${sign}${cents(available, 'down')}`,
  );
}

const idSchema = z.object({ vm_id: z.guid() });

/** `GET /vms`, `GET /vms/{vm_id}` and `POST /vms`. A VM of another account is a 404, like one that does not exist. */
export function vmRoutes(app: FastifyInstance, { world, behaviour }: ServiceDeps): void {
  app.get('/vms', async (request) => {
    const { account } = allow(request, 'view-vms');
    const rules = behaviour.current();
    const { limit, offset } = readPage(request.query, rules);
    const now = present(world);
    const all = listed(account, rules);
    const records = all.slice(offset, offset + limit).map((vm) => sentRecord(vm, now));
    return vmListAnswer(rules.vmList, records, all.length);
  });

  app.get('/vms/:vm_id', async (request) => {
    const { account } = allow(request, 'view-vms');
    const parsed = idSchema.safeParse(request.params);
    if (!parsed.success) throw invalid('path', 'vm_id', 'must be a UUID');
    const now = present(world);
    const id = parsed.data.vm_id.toLowerCase();
    const vm = account.vms.find((each) => each.id === id && !each.gone);
    if (!vm) throw new ServiceError(404, 'VM not found');
    return sentRecord(vm, now);
  });

  app.post('/vms', async (request, reply) => {
    const { account } = allow(request, 'rent-vms');
    const order = readVmOrder(world, account, request.body);
    const now = present(world);
    const { amounts } = behaviour.current();
    requireBalance(firstHour(world, order), balanceAt(account.purse, account.vms, now), amounts);
    const vm = rentVm(world, account, order);
    reply.code(201);
    return sentRecord(vm, now);
  });
}
