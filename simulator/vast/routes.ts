import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { billedUntil } from '../options.ts';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { allow, type On, visitOf } from '../service/visit.ts';
import type { Account } from '../world/accounts.ts';
import { balanceAt, partBills } from '../world/billing.ts';
import { enter } from '../world/lifecycle.ts';
import { dollars } from '../world/money.ts';
import { currentPhase, type Vm, type VmStatus } from '../world/vm.ts';
import { present } from '../world/world.ts';
import { GPU_NAMES } from './instance.ts';
import { jsonText, orderRoutes, SEARCH, searchAnswer } from './order.ts';

const rounded = (amount: number) => Math.round(amount * 1000) / 1000;

/** A row per contract that cost something in the period, ms of simulated time. */
function chargesOf({ vms }: Account, from: number, to: number) {
  const bills = vms.flatMap((vm) => partBills(vm, [{ from, to }]));
  const contracts = bills.map(({ vm, gpuCost, storageCost }) => ({
    type: 'instance',
    source: `instance-${vm.id}`,
    amount: rounded(dollars(gpuCost + storageCost)),
    items: [
      { type: 'gpu', amount: rounded(dollars(gpuCost)) },
      { type: 'disk', amount: rounded(dollars(storageCost)) },
    ],
  }));
  return contracts.filter(({ amount }) => amount > 0);
}

const filtersSchema = z.object({
  id: z.object({ eq: z.number() }).optional(),
  label: z.object({ eq: z.string() }).optional(),
});

/** Tokens are opaque to clients: here the id or the number after which the next page begins. */
const tokenSchema = z.coerce.number().int().default(0);

const listSchema = z.object({
  limit: z.coerce.number().int().default(25),
  after_token: tokenSchema,
  select_filters: jsonText(filtersSchema).default({}),
});

/** @param vms listed */
function pageOf(vms: readonly Vm[], query: unknown) {
  const { limit, after_token: after, select_filters } = listSchema.parse(query);
  const { id, label } = select_filters;
  const all = vms
    .filter((vm) => id === undefined || Number(vm.id) === id.eq)
    .filter((vm) => label === undefined || (vm.overlay['label'] ?? vm.order.label) === label.eq)
    .toSorted((a, b) => Number(a.id) - Number(b.id));
  const rest = all.filter((vm) => Number(vm.id) > after);
  const page = rest.slice(0, limit <= 0 ? 5 : Math.min(limit, 25));
  const last = page.at(-1);
  const isLast = page.length === rest.length || last === undefined;
  return { page, total: all.length, next: isLast ? null : last.id };
}

/** A key that is not known is a 404 at the charges, none at all a 403. */
function allowCharges(request: FastifyRequest): Account {
  if (visitOf(request).caller !== null) return allow(request, 'view-billing').account;
  throw request.headers.authorization === undefined
    ? new ServiceError(403, 'This action requires login.')
    : new ServiceError(404, 'Invalid user key');
}

const changeSchema = z.object({
  state: z.enum(['running', 'stopped']).optional(),
  label: z.string().optional(),
});

/**
 * The status that a change leads to; null: it is underway or done. A start of what runs is a no-op (vast-ai/docs,
 * guides/instances/docker-environment.mdx); the last intended status counts (cli/reference/show-instance.mdx), so that one during a
 * stop takes that back.
 */
function nextOf(state: 'running' | 'stopped', vm: Vm): VmStatus | null {
  const { status } = currentPhase(vm);
  if (state === 'running' && status === 'stopping') return 'running';
  if (state === 'running') return status === 'stopped' ? 'starting' : null;
  if (status === 'running') return 'stopping';
  return status === 'stopped' || status === 'stopping' ? null : 'stopped';
}

function instanceRoutes(on: On): void {
  const path = '/api/v0/instances/:id/';

  on('GET /api/v1/instances/', 'view-vms', ({ account, query, isListed, sent }) => {
    const { page, total, next } = pageOf(account.vms.filter(isListed), query);
    return {
      success: true,
      instances_found: page.length,
      total_instances: total,
      label_counts: {},
      next_token: next,
      instances: page.map(sent),
    };
  });
  on(`GET ${path}`, 'view-vms', ({ account, id, isListed, sent }) => {
    const vm = account.vms.find((each) => each.id === id && isListed(each));
    return { instances: vm === undefined ? null : sent(vm) };
  });
  on(`PUT ${path}`, 'change-vms', ({ now, id, body, vmOf }) => {
    const { state, label } = changeSchema.parse(body);
    const vm = vmOf(id);
    if (label !== undefined) vm.overlay = { ...vm.overlay, label };
    if (state === undefined) return { success: true };
    const next = nextOf(state, vm);
    const { actual_status, intended_status, cur_state, ...rest } = vm.overlay;
    vm.overlay = rest;
    if (next !== null) enter(vm, next, now);
    return { success: true };
  });
  on(`DELETE ${path}`, 'change-vms', ({ now, id, vmOf }) => {
    enter(vmOf(id), 'destroyed', now);
    return { success: true, msg: 'Instance destroyed successfully' };
  });
}

const chargesSchema = z.object({
  select_filters: jsonText(z.object({ day: z.object({ gte: z.number(), lte: z.number() }) })),
  limit: z.coerce.number().int().default(100),
  after_token: tokenSchema,
});

export function addRoutes(on: On, parts: ServiceParts, app: FastifyInstance): void {
  const { world, options } = parts;
  instanceRoutes(on);
  orderRoutes(on, parts);

  // Vast's own command line asks for them at each start.
  app.get('/api/v0/gpu_names/unique/', async () => ({ gpu_names: Object.values(GPU_NAMES) }));

  app.post(SEARCH, async (request) => {
    // Without a key it is answered as well (gpuhunt sends none).
    if (request.headers.authorization !== undefined && visitOf(request).caller === null)
      throw new ServiceError(404, 'Invalid user key');
    return searchAnswer(world, request.body);
  });

  const current = '/api/v0/users/current/';
  app.get(current.slice(0, -1), async (_request, reply) => reply.redirect(current, 301));
  on(`GET ${current}`, 'view-billing', ({ account, now }) => {
    const { email } = account.credentials;
    const credit = dollars(balanceAt(account, now));
    return { id: account.userId, key_id: 81, email, balance: 0, credit, ssh_key: '', sid: 'sim' };
  });

  app.get('/api/v0/charges/', async (request) => {
    const account = allowCharges(request);
    const query = chargesSchema.parse(request.query);
    const { limit, after_token: start } = query;
    const { day } = query.select_filters;
    const billed = billedUntil(options, present(world));
    const all = chargesOf(account, day.gte * 1000, Math.min(day.lte * 1000 + 1000, billed));
    const end = start + Math.min(limit, 500);
    const results = all.slice(start, end);
    const next_token = end < all.length ? String(end) : null;
    return { success: true, count: results.length, total: all.length, next_token, results };
  });
}
