import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { billedUntil } from '../options.ts';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { allow } from '../service/visit.ts';
import {
  type Account,
  currentPhase,
  enter,
  present,
  sentRecord,
  type Vm,
  type VmStatus,
} from '../world/index.ts';
import { accountBill, type BillingPeriod, BUCKETS_MS, billRows, podBills } from './billing.ts';
import { catalogAnswer, createPod, TEMPLATES, templateById } from './order.ts';
import { type Action, clusterOf, podRecord, refusalOf, statusOf } from './pod.ts';

const isListed = (vm: Vm) => !vm.gone && statusOf(vm) !== 'TERMINATED';

const pathSchema = z.object({ id: z.string() });

/** A pod of another account is a 404, like an unknown one. */
function podInPath({ vms }: Account, params: unknown): Vm {
  const { id } = pathSchema.parse(params);
  const vm = vms.find((each) => each.id === id && isListed(each));
  if (!vm) throw new ServiceError(404, 'pod not found');
  return vm;
}

const listSchema = z.object({
  includeClusterPods: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().optional(),
});

const actionSchema = z.strictObject({ action: z.enum(['start', 'stop', 'restart', 'terminate']) });

/** The status that an action leads to; null: it is underway. */
function nextOf(action: Action, vm: Vm): VmStatus | null {
  const { status } = currentPhase(vm);
  switch (action) {
    case 'start':
    case 'restart':
      return 'starting';
    case 'stop':
      if (status === 'stopping') return null;
      return status === 'running' ? 'stopping' : 'stopped';
    case 'terminate':
      return 'destroyed';
  }
}

function podRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, fixed, behavior } = parts;
  const sent = (vm: Vm, now: number) => sentRecord(vm, podRecord(vm, now, fixed.sshPort));

  app.get('/v2/pods', async (request) => {
    const { account } = allow(request, 'view-vms');
    const { includeClusterPods, limit, cursor } = listSchema.parse(request.query);
    const now = present(world);
    // The last pod of a page, which may have ended since.
    const last = account.vms.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && last === -1) throw new ServiceError(400, 'invalid cursor');
    const listed = account.vms
      .slice(last + 1)
      .filter((vm) => isListed(vm) && (includeClusterPods === 'true' || clusterOf(vm) === null));
    const { podsPerPage } = behavior.current();
    if (podsPerPage === 0) return { pods: listed.map((vm) => sent(vm, now)) };
    const page = listed.slice(0, Math.min(limit ?? podsPerPage, podsPerPage));
    const hasNextPage = page.length < listed.length;
    const nextCursor = hasNextPage ? page.at(-1)?.id : null;
    return { pods: page.map((vm) => sent(vm, now)), pagination: { hasNextPage, nextCursor } };
  });

  app.post('/v2/pods', async (request, reply) => {
    const { account } = allow(request, 'change-vms');
    const vm = createPod(request, account, parts);
    return reply.code(201).send(sent(vm, present(world)));
  });

  app.get('/v2/pods/:id', async (request) => {
    const { account } = allow(request, 'view-vms');
    const now = present(world);
    return sent(podInPath(account, request.params), now);
  });

  app.post('/v2/pods/:id/action', async (request, reply) => {
    const { account } = allow(request, 'change-vms');
    const { action } = actionSchema.parse(request.body);
    const now = present(world);
    const vm = podInPath(account, request.params);
    const refusal = refusalOf(vm, action);
    if (refusal !== null) throw new ServiceError(409, refusal);
    const next = nextOf(action, vm);
    if (next !== null) enter(vm, next, now);
    return action === 'terminate' ? reply.code(204).send() : sent(vm, now);
  });
}

const time = z.iso.datetime({ offset: true }).optional();
const billingSchema = z.object({
  startTime: time,
  endTime: time,
  bucketSize: z.enum(['hour', 'day']).default('day'),
});

const DEFAULT_MS = 30 * 86_400_000;

/** Widened to whole buckets of UTC. Longer buckets than days are not simulated. */
function readPeriod(query: unknown, now: number): Omit<BillingPeriod, 'billed'> {
  const { startTime, endTime, bucketSize } = billingSchema.parse(query);
  const ms = BUCKETS_MS[bucketSize];
  const from = startTime === undefined ? now - DEFAULT_MS : Date.parse(startTime);
  const to = endTime === undefined ? now : Date.parse(endTime);
  if (from >= to) throw new ServiceError(400, 'startTime must be before endTime');
  return { start: Math.floor(from / ms) * ms, end: Math.ceil(to / ms) * ms, bucketSize };
}

export function addRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, behavior } = parts;
  podRoutes(app, parts);
  app.get('/v2/catalog/gpus', async (request) => {
    allow(request, 'view-vms');
    return catalogAnswer(world, request.query);
  });
  app.get('/v2/templates', async (request) => {
    allow(request, 'change-vms');
    return { templates: TEMPLATES };
  });
  app.get('/v2/templates/:id', async (request) => {
    allow(request, 'change-vms');
    return templateById(pathSchema.parse(request.params).id);
  });
  for (const [path, answer] of [
    ['/v2/billing', accountBill],
    ['/v2/billing/pods', podBills],
  ] as const)
    app.get(path, async (request) => {
      const { account } = allow(request, 'view-billing');
      const now = present(world);
      const options = behavior.current();
      const billed = billedUntil(options, now);
      const period = { ...readPeriod(request.query, now), billed };
      return answer(billRows(account, period, options.hasServerless), period);
    });
}
