import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { allow } from '../service/visit.ts';
import {
  balanceAt,
  currentSpend,
  dollars,
  offersAnswer,
  present,
  pricesAnswer,
  usageBetween,
} from '../world/index.ts';

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

export function billingRoutes(app: FastifyInstance, { world }: ServiceParts): void {
  app.get('/billing/usage', async (request) => {
    const { account } = allow(request, 'view-billing');
    const now = present(world);
    const { from, to } = readPeriod(request.query, now);
    return {
      // Usage ends now, even when `end_date` is in the future.
      ...usageBetween(account.vms, from, Math.min(to, now), account.charges),
      period_start: new Date(from).toISOString(),
      period_end: new Date(to - 1).toISOString(),
    };
  });

  app.get('/billing/current-spend', async (request) => {
    const { account } = allow(request, 'view-billing');
    const now = present(world);
    return { ...currentSpend(account.vms, now), ...account.spendOverlay };
  });

  // The document does not show these paths: made up, and named by `profile.json`.
  app.get('/account/balance', async (request) => {
    const { account } = allow(request, 'view-billing');
    const now = present(world);
    return { data: { amount: dollars(balanceAt(account.balance, account.vms, now)) } };
  });

  app.get('/account/ssh-keys', async (request) => {
    const { account } = allow(request, 'view-vms');
    return { data: account.sshKeyIds.map((id) => ({ id, name: id.split('-').at(-1) })) };
  });

  // No query parameter of the public lists is documented, so parameters are ignored.
  app.get('/search', async () => offersAnswer(world));
  app.get('/pricing', async () => pricesAnswer(world));
}
