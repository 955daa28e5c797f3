import { nodeAction } from '../core/checks/index.ts';
import { problemSeverity } from '../shared/domain/account-state.ts';
import type { Problem } from '../shared/domain/problem.ts';
import { describeProblem, type ProblemContext } from '../shared/domain/problem-text.ts';
import { CommandError, EXIT, type ExitCode } from './errors.ts';

// Apart from errors.ts, which every start loads.

export function problemLine(problem: Problem, context?: ProblemContext): string {
  // The command line hides no amounts.
  const { message, action } = describeProblem(problem, { hideAmounts: false, ...context });
  // Node may need something else than the app.
  return `${message} ${nodeAction(problem) ?? action}`;
}

export function problemExitCode(problem: Problem): ExitCode {
  if (problem.kind === 'noUsage') return EXIT.usage;
  return problemSeverity(problem) === 'outOfDate' ? EXIT.outOfDate : EXIT.signedOut;
}

export const problemError = (problem: Problem, context: ProblemContext) =>
  new CommandError(problemExitCode(problem), problemLine(problem, context));
