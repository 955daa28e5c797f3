import { nodeAction } from '../core/checks/index.ts';
import { problemSeverity } from '../shared/domain/account-state.ts';
import type { Problem } from '../shared/domain/problem.ts';
import { describeProblem, type ProblemContext } from '../shared/domain/problem-text.ts';
import { EXIT, type ExitCode } from './errors.ts';

// Apart from errors.ts, which every start loads.

/** What to do, where Node needs something else than the app. */
export const stepOf = (problem: Problem, action: string) => nodeAction(problem) ?? action;

export function problemLine(problem: Problem, context?: ProblemContext): string {
  // The command line hides no amounts.
  const { message, action } = describeProblem(problem, { hideAmounts: false, ...context });
  return `${message} ${stepOf(problem, action)}`;
}

export function problemExitCode(problem: Problem): ExitCode {
  if (problem.kind === 'noUsage') return EXIT.usage;
  return problemSeverity(problem) === 'outOfDate' ? EXIT.outOfDate : EXIT.signedOut;
}
