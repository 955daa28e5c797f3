import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { MINUTE_MS } from '../../../shared/format/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { AccountClient } from '../../providers/index.ts';
import { ProblemError } from '../../user-error.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';

/** Minimum time between two requests of an account's balance. */
const PAUSE_MS = 5 * MINUTE_MS;

interface BalancePorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly clients: ReadonlyMap<string, Pick<AccountClient, 'balance'>>;
}

/** Reads the balance after a poll, for accounts whose provider tells it. */
export function startBalances({ store, clients, clock, log }: BalancePorts) {
  /** Monotonic ms of the last request. An account with another profile has another client. */
  let asked = new WeakMap<object, number>();

  function show(accountId: string, balance: number | null, why: string | null = null): void {
    const { balances, balanceProblems } = store.get();
    const { [accountId]: known = null, ...others } = balances;
    if (known !== balance)
      store.set({ balances: balance === null ? others : { ...others, [accountId]: balance } });
    const { [accountId]: said = null, ...solved } = balanceProblems;
    if (said !== why)
      store.set({ balanceProblems: why === null ? solved : { ...solved, [accountId]: why } });
  }

  return {
    /** An old balance is worse than none: alerts compare it. */
    suspended() {
      asked = new WeakMap();
      for (const accountId of Object.keys(store.get().balances)) show(accountId, null);
    },
    async polled({ accountId, hasFailed }: PollReport): Promise<void> {
      const client = clients.get(accountId);
      if (client?.balance === undefined) return show(accountId, null);
      const last = asked.get(client);
      if (last !== undefined && clock.monotonic() - last < PAUSE_MS) return;
      if (hasFailed) return show(accountId, null);
      asked.set(client, clock.monotonic());
      try {
        show(accountId, await client.balance());
      } catch (error) {
        const problem = error instanceof ProblemError ? error.problem : null;
        show(accountId, null, problem && describePollingProblem(problem, 'spend').short);
        if (problem === null) log.warn('balance.internal_error', describeInternalError(error));
      }
    },
  } satisfies Part;
}
