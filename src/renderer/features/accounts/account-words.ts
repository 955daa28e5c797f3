import type { AccountSnapshot } from '../../../shared/app/index.ts';
import {
  accountProblem,
  accountStatus,
  describePollingProblem,
  isBillingOnly,
} from '../../../shared/domain/index.ts';

/** What an account's card says of how it stands. */
export interface AccountWords {
  readonly mark: 'good' | 'waiting' | 'trouble';
  readonly status: string;
  /** What is wrong and what to do; null: nothing is. */
  readonly problem: string | null;
}

/** How an account stands. */
export function accountWords(snapshot: AccountSnapshot | undefined): AccountWords {
  if (snapshot === undefined)
    return { mark: 'waiting', status: 'Asking for the first time', problem: null };
  const problem = accountProblem(snapshot);
  const told = problem === null ? null : describePollingProblem(problem);
  const words = told === null ? null : `${told.message} ${told.action}`;
  switch (accountStatus(snapshot)) {
    case 'starting':
      return { mark: 'waiting', status: 'Asking for the first time', problem: null };
    case 'live':
      return isBillingOnly(snapshot)
        ? { mark: 'good', status: 'Live, billing only', problem: null }
        : { mark: 'good', status: 'Live', problem: words };
    case 'stale':
      return { mark: 'trouble', status: 'Not up to date', problem: words };
    case 'signedOut':
      return { mark: 'trouble', status: 'Signed out', problem: words };
    case 'blocked':
      return { mark: 'trouble', status: 'Cannot be asked', problem: words };
  }
}
