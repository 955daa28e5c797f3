import {
  type AccountStatus,
  accountProblem,
  accountStatus,
  isBillingOnly,
  isScopeProblem,
  type Problem,
} from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { AppState } from '../../shared/state/index.ts';
import { EXIT, type ExitCode, worstExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { problemExitCode, problemLine } from '../problems.ts';

/** `retrying`: the last poll failed, which is no outage yet. */
export type ViewStatus = Exclude<AccountStatus, 'refused'> | 'retrying';

function statusOf(state: AccountSnapshot, isPolled: boolean): ViewStatus {
  // Without data there is only the problem to show.
  if (isPolled && state.freshness === 'retrying' && state.asOf !== null) return 'retrying';
  const status = accountStatus(state);
  return status === 'refused' ? 'signedOut' : status;
}

/** The accounts with their last data. A command that ends does not wait for the next poll, so that one failed poll is an outage. */
export function viewsOf({ accounts, snapshots, nextPolls }: AppState) {
  return accounts.flatMap((account) => {
    const state = snapshots[account.id];
    if (state === undefined) return [];
    const isPolled = nextPolls[account.id] !== undefined;
    return { ...account, state, isPolled, status: statusOf(state, isPolled) };
  });
}

/** Holds nothing secret. */
export type AccountView = ReturnType<typeof viewsOf>[number];

/** False: nothing was read, so what failed is on standard error alone. */
export const isPrinted = (app: AppState) =>
  Object.values(app.snapshots).some(({ asOf }) => asOf !== null);

/** Null: nothing is wrong, or only one poll failed. */
export function viewProblem({ state, status }: AccountView): Problem | null {
  return status === 'retrying' ? null : accountProblem(state);
}

/** The account's problem as one line. A missing scope for VMs is a limit of the key, not a failed request. */
export function problemText(view: AccountView, problem: Problem, now?: number): string {
  if (problem.kind === 'forbidden' && isBillingOnly(view.state))
    return messages.status.billingOnly(problem.detail, isScopeProblem(problem));
  const { vms, spend } = view.state;
  if (problem.kind === 'oldSpend' && vms.problem?.kind === 'forbidden')
    return `${problemText(view, vms.problem, now)} ${problemLine(problem, { now })}`;
  // Where the rate is the sum of the VMs, its problem is that of their list.
  const isOfSpend =
    problem.kind === 'forbidden' && problem === spend.problem && problem !== vms.problem;
  // A 404 for the list itself, not for one of its VMs.
  const at = problem.kind === 'notFound' ? 'signIn' : isOfSpend ? 'spend' : 'list';
  return problemLine(problem, view.isPolled ? { at, retries: true } : { at, now });
}

/** Why the VMs of an account that is up to date are not shown; null: they are. */
export function limitLine(view: AccountView, now: number): string | null {
  const problem = viewProblem(view);
  return problem !== null && view.status === 'live' ? problemText(view, problem, now) : null;
}

export interface ProblemNote {
  /** Changes with the accounts and the kind of their problem. */
  readonly key: string;
  readonly line: string;
}

/** Each problem once, with the accounts it is about. */
export function problemNotes(app: AppState, now: number): readonly ProblemNote[] {
  const views = viewsOf(app);
  const notes = new Map<string, { readonly kind: string; readonly labels: string[] }>();
  for (const view of views) {
    const problem = viewProblem(view);
    if (problem === null || view.status === 'live') continue;
    const text = problemText(view, problem, now);
    const note = notes.get(text) ?? { kind: problem.kind, labels: [] };
    note.labels.push(printable(view.label));
    notes.set(text, note);
  }
  return [...notes].map(([text, { kind, labels }]) => {
    const names = labels.join(', ');
    return { key: `${kind} ${names}`, line: views.length > 1 ? `${names}: ${text}` : text };
  });
}

export function exitCodeOf(view: AccountView): ExitCode {
  const problem = viewProblem(view);
  return problem === null || view.status === 'live' ? EXIT.fresh : problemExitCode(problem);
}

export const statusExitCode = (app: AppState): ExitCode =>
  worstExitCode(viewsOf(app).map(exitCodeOf));
