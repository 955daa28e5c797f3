import {
  type AccountState,
  accountProblem,
  accountStatus,
  isBillingOnly,
  type Problem,
} from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import { EXIT, type ExitCode, problemExitCode, problemLine } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Terminal } from '../output.ts';
import type { StatusSource } from './sources.ts';

/** An account as the status shows it. Holds nothing secret. */
export interface AccountView {
  readonly id: string;
  readonly label: string;
  readonly state: AccountState;
  /** Of its service. */
  readonly baseUrl: string;
  /** When the older of VMs and spend was received, ms since the epoch; null without data. */
  readonly asOf: number | null;
}

export function viewOf(
  { id, label, baseUrl }: StatusSource,
  state: AccountState,
  asOf: number | null,
): AccountView {
  return { id, label, baseUrl, state, asOf };
}

/** An account after a failed sign-in. */
export function failedView(source: StatusSource, problem: Problem): AccountView {
  return viewOf(source, { vms: { value: null, problem }, spend: { value: null, problem } }, null);
}

/** An account's problem as one line, or null. A missing scope for VMs is a limit of the key, not a failed request. */
export function accountLine(state: AccountState): string | null {
  const problem = accountProblem(state);
  if (problem === null) return null;
  return problem.kind === 'forbidden' && isBillingOnly(state)
    ? messages.status.billingOnly(problem.detail)
    : problemLine(problem);
}

/** Prints one line on standard error for each account that is not up to date. */
export function warnOfProblems(views: readonly AccountView[], terminal: Terminal): void {
  for (const { label, state } of views) {
    const line = accountLine(state);
    if (line === null || accountStatus(state) === 'live') continue;
    const prefix = views.length > 1 ? `${printable(label)}: ` : '';
    terminal.error(`${prefix}${line}\n`);
  }
}

function exitCodeOf(state: AccountState): ExitCode {
  const problem = accountProblem(state);
  return accountStatus(state) === 'live' || problem === null
    ? EXIT.fresh
    : problemExitCode(problem);
}

/** Signed out or refused outranks out of date. */
export function statusExitCode(states: readonly AccountState[]): ExitCode {
  const codes = states.map(exitCodeOf);
  return (
    codes.find((code) => code === EXIT.signedOut) ??
    codes.find((code) => code !== EXIT.fresh) ??
    EXIT.fresh
  );
}
