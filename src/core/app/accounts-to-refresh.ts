import { type AppState, isRateLimited } from '../../shared/app/index.ts';
import { describePollingProblem } from '../../shared/domain/index.ts';
import { refuse } from './refusal-error.ts';

type Polled = Pick<AppState, 'accounts' | 'snapshots' | 'nextPolls'>;

/**
 * The ids of the accounts that a refresh may poll: not those that the service limits, since another request would only prolong
 * it. Refused with the time of the next poll when that leaves none. @param accountId null: all accounts
 */
export function accountsToRefresh(app: Polled, accountId: string | null): readonly string[] {
  const asked = app.accounts.flatMap(({ id }) =>
    accountId === null || id === accountId ? [id] : [],
  );
  const free = asked.filter((id) => !isRateLimited(app.snapshots[id]));
  if (free.length > 0 || asked.length === 0) return free;
  const times = asked.flatMap((id) => app.nextPolls[id] ?? []);
  const retryAt = times.length === 0 ? null : Math.min(...times);
  const { message, action } = describePollingProblem({ kind: 'rateLimited', retryAt });
  return refuse('rateLimited', message, action);
}
