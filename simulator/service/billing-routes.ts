import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Behaviour } from '../options.ts';
import { currentSpend, present, usageBetween } from '../world/index.ts';
import type { ServiceDeps } from './deps.ts';
import { invalidBy, ServiceError } from './errors.ts';
import { allow } from './visit.ts';

const DAY_MS = 86_400_000;
/** Without dates the usage of the last seven days, today included. The document leaves it open. */
const DEFAULT_DAYS = 7;

const date = z.iso.date('must be a date, YYYY-MM-DD').optional();
const querySchema = z.object({ start_date: date, end_date: date });

/** Days are UTC days, from the first moment of the first to the last of the last. Ms since the epoch, end excluded. */
interface Period {
  readonly from: number;
  readonly to: number;
}

function readPeriod(query: unknown, now: number): Period {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw invalidBy('query', parsed.error);
  const { start_date, end_date } = parsed.data;
  const lastDay = end_date === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(end_date);
  const from =
    start_date === undefined ? lastDay - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(start_date);
  if (from > lastDay) throw new ServiceError(400, 'start_date must not be after end_date');
  return { from, to: lastDay + DAY_MS };
}

function moment(ms: number, form: Behaviour['usagePeriod']): string {
  const iso = new Date(ms).toISOString();
  return form === 'date' ? iso.slice(0, 10) : iso;
}

/** `GET /billing/usage` and `GET /billing/current-spend`. Usage ends at the present, even when `end_date` lies ahead. */
export function billingRoutes(app: FastifyInstance, { world, behaviour }: ServiceDeps): void {
  app.get('/billing/usage', async (request) => {
    const { account } = allow(request, 'view-billing');
    const now = present(world);
    const { from, to } = readPeriod(request.query, now);
    const { logs, total_cost, total_hours, vm_breakdown } = usageBetween(
      account.vms,
      from,
      Math.min(to, now),
    );
    const { usagePeriod } = behaviour.current();
    return {
      logs,
      total_cost,
      total_hours,
      period_start: moment(from, usagePeriod),
      period_end: moment(to - 1, usagePeriod),
      vm_breakdown,
    };
  });

  app.get('/billing/current-spend', async (request) => {
    const { account } = allow(request, 'view-billing');
    const now = present(world);
    return { ...currentSpend(account.vms, now), ...account.spendOverlay };
  });
}
