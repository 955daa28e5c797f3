import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { permittedRoutes } from '../service/visit.ts';
import { balanceAt, currentSpend } from '../world/billing.ts';
import { dollars } from '../world/money.ts';
import { offersAnswer, pricesAnswer } from '../world/offers.ts';
import { usageBetween } from '../world/usage.ts';

const DAY_MS = 86_400_000;
/** Days of usage without dates, today included. Not documented. */
const DEFAULT_DAYS = 7;

const date = z.iso.date().optional();
const querySchema = z.object({ start_date: date, end_date: date });

/** Whole UTC days, ms since the epoch, end excluded. */
function readPeriod(query: unknown, now: number) {
  const { start_date, end_date } = querySchema.parse(query);
  const lastDay = end_date === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(end_date);
  const from =
    start_date === undefined ? lastDay - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(start_date);
  if (from > lastDay) throw new ServiceError(400, 'start_date must not be after end_date');
  return { from, to: lastDay + DAY_MS };
}

export function billingRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world } = parts;
  const on = permittedRoutes(app, parts);
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
