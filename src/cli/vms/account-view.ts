import { accountName } from '../../shared/accounts/index.ts';
import { type AccountStatus, accountStatus } from '../../shared/domain/account-state.ts';
import { type Issue, issuesOf } from '../../shared/polling/issues.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { AppState } from '../../shared/state/index.ts';
import { EXIT, type ExitCode, worstExitCode } from '../errors.ts';
import { problemExitCode, stepOf } from '../problems.ts';

/** `retrying`: the last poll failed, which is no outage yet. */
export type ViewStatus = Exclude<AccountStatus, 'refused'> | 'retrying';

/** One failed poll is an outage for a command that ends: no next poll follows. */
const isPolled = ({ nextPolls }: AppState) => Object.keys(nextPolls).length > 0;

function statusOf(app: AppState, state: AccountSnapshot): ViewStatus {
  // Without data there is only the problem to show.
  if (isPolled(app) && state.freshness === 'retrying' && state.asOf !== null) return 'retrying';
  const status = accountStatus(state);
  return status === 'refused' ? 'signedOut' : status;
}

/** The accounts with their last data. */
export function viewsOf(app: AppState) {
  return app.accounts.flatMap((account) => {
    const state = app.snapshots[account.id];
    const name = accountName(app.accounts, account.id);
    return state === undefined ? [] : { ...account, name, state, status: statusOf(app, state) };
  });
}

/** Holds nothing secret. */
export type AccountView = ReturnType<typeof viewsOf>[number];

/** False: nothing was read, so what failed is on standard error alone. */
export const isPrinted = (app: AppState) =>
  Object.values(app.snapshots).some(({ asOf }) => asOf !== null);

/** The problems of an account. @param accountId default: with any */
export const accountIssues = (app: AppState, now: number, accountId?: string) =>
  issuesOf(app, isPolled(app) ? { retries: true } : { now }).filter(
    (issue) => issue.accountId !== null && (accountId ?? issue.accountId) === issue.accountId,
  );

/** An issue without its account, in one line. */
export function issueLine({ problem, message, action }: Issue): string {
  const step = problem === null ? action : stepOf(problem, action ?? '');
  return [message, ...(step === null ? [] : [step])].join(' ');
}

export interface ProblemNote {
  /** Changes with the accounts and the kind of their problem. */
  readonly key: string;
  readonly line: string;
}

/** Each problem once, with the accounts it is about. */
export function problemNotes(app: AppState, now: number): readonly ProblemNote[] {
  const outages = accountIssues(app, now).filter(({ tone }) => tone === 'alarm');
  return [...Map.groupBy(outages, issueLine)].map(([text, issues]) => {
    const names = issues
      .map(({ accountId }) => accountName(app.accounts, accountId ?? ''))
      .join(', ');
    const line = app.accounts.length > 1 ? `${names}: ${text}` : text;
    return { key: `${issues[0]?.problem?.kind} ${names}`, line };
  });
}

/** @param accountId default: the worst of all */
export function statusExitCode(app: AppState, accountId?: string): ExitCode {
  const codes = accountIssues(app, 0, accountId).map(({ tone, problem }) =>
    tone === 'alarm' && problem !== null ? problemExitCode(problem) : EXIT.fresh,
  );
  return worstExitCode(codes);
}
