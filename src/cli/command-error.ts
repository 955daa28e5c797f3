import { describeProblem, type Problem, problemSeverity } from '../shared/domain/index.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Ends the command: one plain sentence with the next step for stderr, and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A problem as one line: what happened, then what to do. */
export function problemLine(problem: Problem): string {
  const { message, action } = describeProblem(problem);
  return `${message} ${action}`;
}

/** The exit code that a problem of the service or the keychain stands for. */
export function problemExitCode(problem: Problem): ExitCode {
  return problemSeverity(problem) === 'stale' ? EXIT.stale : EXIT.signedOut;
}
