import { accountProblem, accountStatus } from '../../shared/domain/account-state.ts';
import { describePollingProblem } from '../../shared/domain/problem-text.ts';
import { clipped, MINUTE_MS } from '../../shared/format/index.ts';
import { findAccount } from '../../shared/state/index.ts';
import { accountFinding, type Rule, type Verdict } from './evaluate.ts';

const MAX_REASON = 200;

/** An account has no data for longer than the user's limit, while the computer is awake and online. */
export const noData: Rule = {
  kind: 'noData',
  scope: 'account',
  observe({ app, accountId, missedMs }, limit) {
    const account = findAccount(app, accountId);
    const snapshot = app.snapshots[accountId];
    if (account === undefined || snapshot === undefined) return [];
    if (!app.environment.isOnline) return null;
    const problem = accountProblem(snapshot);
    const short = problem === null ? null : describePollingProblem(problem).short;
    const value = missedMs / MINUTE_MS;
    const reason = short === null ? null : clipped(short, MAX_REASON);
    const of = (verdict: Verdict, isCertain: boolean) => [
      accountFinding({ app, accountId }, { value, verdict, reason, isCertain }),
    ];
    switch (accountStatus(snapshot)) {
      case 'live':
        return of('under', true);
      case 'signedOut':
      case 'blocked':
        return of('over', true);
      case 'refused':
        // The first retry confirms it.
        return of('over', false);
      case 'starting':
      case 'outOfDate':
        return of(value > limit ? 'over' : 'between', false);
    }
  },
};
