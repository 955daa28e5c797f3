import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { allow } from '../service/visit.ts';
import { type Account, currentPhase, enter, present, sentRecord, type Vm } from '../world/index.ts';
import { instanceRecord, statusOf } from './instance.ts';
import { launchRoutes, typesAnswer } from './launch.ts';

/** An instance that was terminated vanishes, unless the control interface keeps it listed. */
const isListed = (vm: Vm) => !vm.gone && currentPhase(vm).status !== 'stopped';

/** An instance of another account is a 404, like an unknown one. */
function instanceOf({ vms }: Account, id: string): Vm {
  const vm = vms.find((each) => each.id === id && isListed(each));
  if (!vm) throw new ServiceError(404, 'Specified instance does not exist.');
  return vm;
}

const pathSchema = z.object({ id: z.string() });
const bodySchema = z.object({ instance_ids: z.array(z.string()).min(1) });

const sent = (vm: Vm) => sentRecord(vm, instanceRecord(vm));

/** There is no stop. The world's end of a run is a termination here, which takes some seconds. */
function terminate(vm: Vm, now: number): void {
  const { actions } = { ...instanceRecord(vm), ...vm.overlay };
  if (!actions.terminate.available)
    throw new ServiceError(400, 'The instance cannot be terminated now.');
  enter(vm, statusOf(vm) === 'active' ? 'stopping' : 'stopped', now);
}

export function addRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world } = parts;
  launchRoutes(app, parts);
  app.get('/api/v1/instance-types', async (request) => {
    allow(request, 'view-vms');
    return { data: typesAnswer(world) };
  });

  app.get('/api/v1/instances', async (request) => {
    const { account } = allow(request, 'view-vms');
    present(world);
    return { data: account.vms.filter(isListed).map(sent) };
  });

  app.get('/api/v1/instances/:id', async (request) => {
    const { account } = allow(request, 'view-vms');
    present(world);
    return { data: sent(instanceOf(account, pathSchema.parse(request.params).id)) };
  });

  app.post('/api/v1/instance-operations/terminate', async (request) => {
    const { account } = allow(request, 'change-vms');
    const body = bodySchema.parse(request.body);
    const now = present(world);
    const vms = body.instance_ids.map((id) => instanceOf(account, id));
    for (const vm of vms) terminate(vm, now);
    return { data: { terminated_instances: vms.map(sent) } };
  });
}
