import { nodeAction } from '../../core/checks/index.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { type AccountStatus, accountStatus } from '../../shared/domain/account-state.ts';
import { joined } from '../../shared/format/index.ts';
import { type Issue, issuesOf } from '../../shared/polling/issues.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { AppState } from '../../shared/state/index.ts';
import { shownCost } from '../../shared/usage/app-totals.ts';
import { monthForecast } from '../../shared/usage/outlook.ts';
import { EXIT, type ExitCode, worstExitCode } from '../errors.ts';
import { problemExitCode } from '../problems.ts';
import type { Context } from '../user.ts';

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

export function viewsOf(app: AppState) {
  return app.accounts.flatMap((account) => {
    const state = app.snapshots[account.id];
    const name = accountName(app.accounts, account.id);
    return state === undefined ? [] : { ...account, name, state, status: statusOf(app, state) };
  });
}

export type AccountView = ReturnType<typeof viewsOf>[number];

/** False: nothing was read, so what failed is on standard error alone. */
export const isPrinted = (app: AppState) =>
  Object.values(app.snapshots).some(({ asOf }) => asOf !== null);

/** The problems of an account. @param accountId default: with any */
export const accountIssues = (app: AppState, now: number, accountId?: string) =>
  issuesOf(app, isPolled(app) ? { retries: true } : { now }).filter(
    (issue) => issue.accountId !== null && (accountId ?? issue.accountId) === issue.accountId,
  );

export function issueLine({ problem, message, action }: Issue): string {
  return joined([message, (problem && nodeAction(problem)) ?? action], ' ');
}

/** Each problem once, with the accounts it is about. `key` changes with these and the kind of the problem. */
export function problemNotes(app: AppState, now: number) {
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

/** Prints the problems. @returns the exit code of all accounts */
export function reportProblems(
  app: AppState,
  { terminal, clock }: Pick<Context, 'terminal' | 'clock'>,
): ExitCode {
  for (const { line } of problemNotes(app, clock.now())) terminal.error(`${line}\n`);
  return statusExitCode(app);
}

/** The costs of all accounts as in the app, $, and the whole month's if the rate stays. Days and months are UTC. */
export function shownCosts(app: AppState, now: number) {
  const today = shownCost(app, 'today', now);
  const month = shownCost(app, 'month', now);
  const isUnknown = app.missingCosts !== null && (today.amount === null || month.amount === null);
  const problem = app.missingCosts?.problem ?? null;
  const isOfAccount = accountIssues(app, now).some(
    (issue) => issue.tone === 'alarm' && issue.problem?.kind === problem?.kind,
  );
  const isUp = viewsOf(app).every(({ status }) => status === 'live');
  return {
    today,
    month,
    forecast: monthForecast(app, now),
    /** Why a cost is unknown or "at least"; null: an account's own problem says so, or nothing failed. */
    problem: isOfAccount ? null : problem,
    isUnreported: isUnknown && isUp && problem === null,
  };
}
