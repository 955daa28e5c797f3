import type { Problem } from '../../shared/domain/index.ts';
import { CredentialError } from '../accounts/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import { type BilledCosts, utcDay, utcMonthStart } from './costs.ts';

/** The request for an account's usage reports. */
export type UsageClient = Pick<ServiceClient, 'usage'>;

interface Report {
  readonly cost: number | null;
  readonly problem: Problem | null;
}

async function readReport(
  client: UsageClient,
  startDate: string,
  endDate: string,
  signal: AbortSignal,
): Promise<Report> {
  try {
    return { cost: (await client.usage({ startDate, endDate }, signal)).totalCost, problem: null };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof CredentialError)
      return { cost: null, problem: error.problem };
    if (signal.aborted) return { cost: null, problem: null };
    throw error;
  }
}

/**
 * Requests an account's costs of today and this month, one after the other: they are the largest answers of the service.
 * @param now ms since the epoch
 */
export async function readBills(
  accountId: string,
  client: UsageClient,
  now: number,
  signal: AbortSignal,
): Promise<BilledCosts> {
  const day = utcDay(now);
  const today = await readReport(client, day, day, signal);
  const month = await readReport(client, utcMonthStart(now), day, signal);
  const problem = today.problem ?? month.problem;
  return { accountId, today: today.cost, month: month.cost, problem };
}
