import { MINUTE_MS } from '../../../shared/format/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { AccountClient } from '../../providers/index.ts';
import { ProblemError } from '../../user-error.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';

/** Minimum time between two requests of an account's balance. */
const PAUSE_MS = 5 * MINUTE_MS;

interface BalancePorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly clients: () => ReadonlyMap<string, Pick<AccountClient, 'balance'>>;
}

/** Reads the balance after a poll, for accounts whose service profile has a balance path. */
export function startBalances({ store, clients, clock, log }: BalancePorts) {
  /** Monotonic ms of the last request, keyed by account and path. */
  const asked = new Map<string, number>();

  function show(accountId: string, balance: number | null): void {
    const { [accountId]: known = null, ...others } = store.get().balances;
    if (known === balance) return;
    store.set({ balances: balance === null ? others : { ...others, [accountId]: balance } });
  }

  return {
    /** An old balance is worse than none: alerts compare it. */
    suspended() {
      asked.clear();
      for (const accountId of Object.keys(store.get().balances)) show(accountId, null);
    },
    async polled({ accountId, hasFailed }: PollReport): Promise<void> {
      const account = findAccount(store.get(), accountId);
      const where = account?.profile?.balance;
      const client = clients().get(accountId);
      if (where === undefined) show(accountId, null);
      if (where === undefined || client === undefined) return;
      const key = `${accountId} ${where.path} ${where.pointer}`;
      const last = asked.get(key);
      if (last !== undefined && clock.monotonic() - last < PAUSE_MS) return;
      if (hasFailed) {
        show(accountId, null);
        return;
      }
      asked.set(key, clock.monotonic());
      try {
        show(accountId, await client.balance(where));
      } catch (error) {
        show(accountId, null);
        const isExpected = error instanceof ProblemError;
        if (!isExpected) log.warn('balance.internal_error', describeInternalError(error));
      }
    },
  } satisfies Part;
}
