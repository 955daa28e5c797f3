import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalid, ServiceError, unauthorized } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import type { On } from '../service/visit.ts';
import type { Account } from '../world/accounts.ts';
import { balanceAt, currentSpend } from '../world/billing.ts';
import { enter, type World } from '../world/lifecycle.ts';
import { cents, dollars, type Micros } from '../world/money.ts';
import { offersAnswer, pricesAnswer } from '../world/offers.ts';
import { gpuPrice, storagePrice } from '../world/prices.ts';
import { usageBetween } from '../world/usage.ts';
import {
  currentPhase,
  GPU_COUNTS,
  GPU_TYPES,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
  STATUSES,
  TEMPLATES,
  type VmOrder,
} from '../world/vm.ts';
import { rentVm } from '../world/world.ts';

const loginSchema = z.object({ email: z.email(), password: z.string() });
const refreshSchema = z.object({ refresh_token: z.string() });

function authRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, options, accessTokens, refreshTokens } = parts;

  async function tokens(account: Account, refreshToken: string) {
    const { tokenTtlSeconds } = options;
    return {
      access_token: await accessTokens.issue(account, tokenTtlSeconds),
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: tokenTtlSeconds,
    };
  }

  app.post('/auth/login', async (request) => {
    const { email, password } = loginSchema.parse(request.body);
    const account = world.accounts.find((each) => each.credentials.email === email.toLowerCase());
    if (account?.credentials.password !== password)
      throw unauthorized('Incorrect email or password');
    return tokens(account, refreshTokens.open(account));
  });

  app.post('/auth/refresh', async (request) => {
    const { refresh_token } = refreshSchema.parse(request.body);
    const redeemed = refreshTokens.redeem(refresh_token, options.refreshReuse);
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    // Not documented: as after a login.
    return tokens(redeemed.account, redeemed.next);
  });
}

/** The documented rules of `POST /vms`. Undocumented fields are ignored. */
const bodySchema = z
  .object({
    node: z.string(),
    gpu_type: z.enum(GPU_TYPES),
    gpu_count: z.literal(GPU_COUNTS),
    storage_gb: z.int().min(50),
    template_vmid: z.literal(TEMPLATES),
    rental_type: z.enum(RENTAL_TYPES).default('on_demand'),
    reservation_months: z.literal(RESERVATION_MONTHS).optional(),
    auth_method: z.enum(['ssh_key', 'password']).default('ssh_key'),
    ssh_key_id: z.string().optional(),
    password: z.string().min(12).optional(),
  })
  .refine((body) => body.rental_type !== 'reserved' || body.reservation_months !== undefined, {
    path: ['reservation_months'],
  })
  .refine((body) => body.auth_method !== 'password' || body.password !== undefined, {
    path: ['password'],
  });

/** @throws ZodError; a 422 for an unknown node or SSH key: the document does not name its status */
function readVmOrder(world: World, account: Account, body: unknown): VmOrder {
  const order = bodySchema.parse(body);
  const node = world.nodes.find((each) => each.id === order.node);
  if (!node) throw invalid('node', 'no such node');
  if (node.gpuType !== order.gpu_type) {
    throw invalid('gpu_type', `node ${node.id} has GPUs of type ${node.gpuType}`);
  }
  if (order.ssh_key_id && !account.sshKeyIds.includes(order.ssh_key_id)) {
    throw invalid('ssh_key_id', 'no such SSH key');
  }
  return {
    node,
    gpuCount: order.gpu_count,
    storageGb: order.storage_gb,
    rentalType: order.rental_type,
    reservationMonths: order.reservation_months ?? 1,
    autoRestart: order.rental_type === 'interruptible' ? false : null,
    label: null,
    profile: 'serving',
  };
}

const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});

/** The document shows the message, but not its condition; here it is the cost of one hour. */
function requireBalance({ prices }: World, order: VmOrder, available: Micros): void {
  const { node, gpuCount, rentalType, reservationMonths, storageGb } = order;
  const perGpu = gpuPrice(prices, node.gpuType, rentalType, reservationMonths);
  const needed = perGpu * gpuCount + storagePrice(storageGb);
  if (available >= needed) return;
  throw new ServiceError(
    400,
    `Insufficient balance. Required: ${cents(needed, 'up')}, Available: ${cents(available, 'down')}`,
  );
}

const idSchema = z.guid().toLowerCase();

const ACCEPTED_IN: Readonly<Record<'starting' | 'stopping' | 'destroyed', readonly string[]>> = {
  starting: ['stopped', 'interrupted'],
  stopping: ['creating', 'starting', 'running', 'offline'],
  destroyed: STATUSES.filter((status) => status !== 'destroyed'),
};

/** Start, stop and destroy. Their paths are made up; `profile.json` describes them to GPU Tray. */
function operationRoutes(on: On): void {
  const accept = (endpoint: string, next: keyof typeof ACCEPTED_IN) =>
    on(endpoint, 'change-vms', ({ now, id, vmOf, reply }) => {
      const vm = vmOf(idSchema.parse(id));
      const { status } = currentPhase(vm);
      if (!ACCEPTED_IN[next].includes(status)) throw new ServiceError(400, `The VM is ${status}`);
      enter(vm, next, now);
      return reply.code(202).send();
    });
  accept('PUT /machines/:vm_id/power/on', 'starting');
  accept('PUT /machines/:vm_id/power/off', 'stopping');
  accept('DELETE /machines/:vm_id', 'destroyed');
}

function vmRoutes(on: On, { world, options }: ServiceParts): void {
  operationRoutes(on);
  on('GET /vms', 'view-vms', ({ account, query, isListed, sent }) => {
    const { limit, offset } = pageSchema.parse(query);
    const all = account.vms.filter(
      (vm) => isListed(vm) && (options.listDestroyed || currentPhase(vm).status !== 'destroyed'),
    );
    return all.slice(offset, offset + Math.min(limit, options.maxLimit ?? limit)).map(sent);
  });
  on('GET /vms/:vm_id', 'view-vms', ({ id, vmOf, sent }) => sent(vmOf(idSchema.parse(id))));
  on('POST /vms', 'change-vms', ({ account, now, body, reply, sent }) => {
    const order = readVmOrder(world, account, body);
    if (options.orders === 'refused')
      throw new ServiceError(400, `Node ${order.node.id} has no free GPU`);
    requireBalance(world, order, balanceAt(account, now));
    const vm = rentVm(world, account, order);
    if (options.orders === 'twice') rentVm(world, account, order);
    return reply.code(201).send(sent(vm));
  });
}

const DAY_MS = 86_400_000;
/** Days of usage without dates, today included. Not documented. */
const DEFAULT_DAYS = 7;

const date = z.iso.date().optional();
const periodSchema = z.object({ start_date: date, end_date: date });

/** Whole UTC days, ms since the epoch, end excluded. */
function readPeriod(query: unknown, now: number) {
  const { start_date, end_date } = periodSchema.parse(query);
  const lastDay = end_date === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(end_date);
  const from =
    start_date === undefined ? lastDay - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(start_date);
  if (from > lastDay) throw new ServiceError(400, 'start_date must not be after end_date');
  return { from, to: lastDay + DAY_MS };
}

function billingRoutes(on: On, { world }: ServiceParts, app: FastifyInstance): void {
  on('GET /billing/usage', 'view-billing', ({ account, now, query }) => {
    const { from, to } = readPeriod(query, now);
    return {
      // Usage ends now, even when `end_date` is in the future.
      ...usageBetween(account.vms, from, Math.min(to, now)),
      period_start: new Date(from).toISOString(),
      period_end: new Date(to - 1).toISOString(),
    };
  });
  on('GET /billing/current-spend', 'view-billing', ({ account, now }) => {
    return { ...currentSpend(account.vms, now), ...account.spendOverlay };
  });

  // The document does not show these paths: made up, and named by `profile.json`.
  on('GET /account/balance', 'view-billing', ({ account, now }) => {
    return { data: { amount: dollars(balanceAt(account, now)) } };
  });
  on('GET /account/ssh-keys', 'view-vms', ({ account }) => {
    return { data: account.sshKeyIds.map((id) => ({ id, name: id.split('-').at(-1) })) };
  });

  // No query parameter of the public lists is documented, so parameters are ignored.
  app.get('/search', async () => offersAnswer(world));
  app.get('/pricing', async () => pricesAnswer(world));
}

export function addRoutes(on: On, parts: ServiceParts, app: FastifyInstance): void {
  authRoutes(app, parts);
  vmRoutes(on, parts);
  billingRoutes(on, parts, app);
}
