import { type AccountState, accountProblem, accountStatus } from '../../shared/domain/index.ts';
import { problemExitCode } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

function exitCodeOf(state: AccountState): ExitCode {
  const problem = accountProblem(state);
  // What the scope of a key leaves out is no failure: the rest is fresh.
  return accountStatus(state) === 'live' || problem === null
    ? EXIT.fresh
    : problemExitCode(problem);
}

/** Needing a person outranks being stale. */
export function statusExitCode(states: readonly AccountState[]): ExitCode {
  const codes = states.map(exitCodeOf);
  return (
    codes.find((code) => code === EXIT.signedOut) ??
    codes.find((code) => code !== EXIT.fresh) ??
    EXIT.fresh
  );
}
