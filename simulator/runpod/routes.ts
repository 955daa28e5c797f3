import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import type { On } from '../service/visit.ts';
import { enter } from '../world/lifecycle.ts';
import { currentPhase, type Vm, type VmStatus } from '../world/vm.ts';
import { accountBill, billRows, podBills, readPeriod } from './billing.ts';
import { catalogAnswer, createPod, TEMPLATES, templateById } from './order.ts';
import { type Action, clusterOf, refusalOf } from './pod.ts';

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

function podRoutes(on: On, parts: ServiceParts): void {
  on('GET /v2/pods', 'view-vms', ({ account, query, isListed, sent }) => {
    const { includeClusterPods, limit, cursor } = listSchema.parse(query);
    // The last pod of a page, which may have ended since.
    const last = account.vms.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && last === -1) throw new ServiceError(400, 'invalid cursor');
    const listed = account.vms
      .slice(last + 1)
      .filter((vm) => isListed(vm) && (includeClusterPods === 'true' || clusterOf(vm) === null));
    const { podsPerPage } = parts.options;
    if (podsPerPage === 0) return { pods: listed.map(sent) };
    const page = listed.slice(0, Math.min(limit ?? podsPerPage, podsPerPage));
    const hasNextPage = page.length < listed.length;
    const nextCursor = hasNextPage ? page.at(-1)?.id : null;
    return { pods: page.map(sent), pagination: { hasNextPage, nextCursor } };
  });
  on('POST /v2/pods', 'change-vms', ({ account, body, reply, sent }) =>
    reply.code(201).send(sent(createPod(body, account, parts))),
  );
  on('GET /v2/pods/:id', 'view-vms', ({ id, vmOf, sent }) => sent(vmOf(id)));
  on('POST /v2/pods/:id/action', 'change-vms', ({ now, id, body, reply, vmOf, sent }) => {
    const { action } = actionSchema.parse(body);
    const vm = vmOf(id);
    const refusal = refusalOf(vm, action);
    if (refusal !== null) throw new ServiceError(409, refusal);
    const next = nextOf(action, vm);
    if (next !== null) enter(vm, next, now);
    return action === 'terminate' ? reply.code(204).send() : sent(vm);
  });
}

export function addRoutes(on: On, parts: ServiceParts): void {
  const { world, options } = parts;
  podRoutes(on, parts);
  on('GET /v2/catalog/gpus', 'view-vms', ({ query }) => catalogAnswer(world, query));
  on('GET /v2/templates', 'change-vms', () => ({ templates: TEMPLATES }));
  on('GET /v2/templates/:id', 'change-vms', ({ id }) => templateById(id));
  for (const [path, answer] of [
    ['/v2/billing', accountBill],
    ['/v2/billing/pods', podBills],
  ] as const)
    on(`GET ${path}`, 'view-billing', ({ account, now, query }) => {
      const period = readPeriod(query, now, options);
      return answer(billRows(account, period), period);
    });
}
