import { CredentialError } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import { type BilledCosts, untilNextAsking, utcDay, utcMonthStart } from './costs.ts';

type UsageClient = Pick<ServiceClient, 'usage'>;

/** Asks for the usage reports of the accounts, rarely: they are the largest answers there are. */
export interface CostWatch {
  /** Asks for all accounts now, and from then on every hour and at the turn of the day; sooner after a report that failed. */
  ask(): void;
  stop(): void;
}

/** `onBilled` gets all accounts at once, with null for each amount that could not be learnt. */
export interface CostWatchPorts {
  /** By account id. */
  readonly clients: () => ReadonlyMap<string, UsageClient>;
  readonly onBilled: (billed: readonly BilledCosts[]) => void;
  readonly clock: Clock;
}

async function total(client: UsageClient, startDate: string, endDate: string, signal: AbortSignal) {
  try {
    return (await client.usage({ startDate, endDate }, signal)).totalCost;
  } catch (error) {
    // Whatever is wrong with the account, its polls say it; a cost that is not known is just that.
    const isForeseen = error instanceof ServiceError || error instanceof CredentialError;
    if (isForeseen || signal.aborted) return null;
    throw error;
  }
}

async function billed(
  [accountId, client]: readonly [string, UsageClient],
  now: number,
  signal: AbortSignal,
): Promise<BilledCosts> {
  const day = utcDay(now);
  const today = await total(client, day, day, signal);
  const month = await total(client, utcMonthStart(now), day, signal);
  return { accountId, today, month };
}

/** A service that was down, or a network that was not there yet, should not hide the costs for an hour. */
const SOON_MS = 5 * 60_000;

/** Asks nobody before the first `ask`. A round that is overtaken by another is cancelled and never told of. */
export function createCostWatch({ clients, onBilled, clock }: CostWatchPorts): CostWatch {
  let cancelTimer = () => {};
  let controller = new AbortController();

  function cancel(): void {
    cancelTimer();
    controller.abort();
  }

  async function askAll(signal: AbortSignal): Promise<void> {
    const asked = [...clients()].map((entry) => billed(entry, clock.now(), signal));
    const costs = await Promise.all(asked);
    if (signal.aborted) return;
    onBilled(costs);
    const isUnknown = costs.some(({ today, month }) => today === null || month === null);
    if (isUnknown) schedule(SOON_MS);
  }

  function schedule(ms: number): void {
    cancelTimer();
    cancelTimer = clock.after(Math.min(ms, untilNextAsking(clock.now())), ask);
  }

  function ask(): void {
    cancel();
    controller = new AbortController();
    const { signal } = controller;
    schedule(Number.POSITIVE_INFINITY);
    void askAll(signal);
  }

  return { ask, stop: cancel };
}
