import {
  describePollingProblem,
  type Problem,
  type ProblemText,
  problemSeverity,
} from '../../../shared/domain/index.ts';
import type { Dismissable } from './dismissals.ts';

/** The one next step of something to tell. */
export type NextStep =
  | { readonly kind: 'snooze'; readonly alertId: string }
  | { readonly kind: 'signIn'; readonly accountId: string }
  /** The same screen, where signing in was not what failed. */
  | { readonly kind: 'anotherKey'; readonly accountId: string }
  | { readonly kind: 'refresh'; readonly accountId: string | null }
  | { readonly kind: 'dismissNotice' }
  | { readonly kind: 'dismiss'; readonly what: Dismissable };

function stepFor(problem: Problem, accountId: string): NextStep {
  switch (problemSeverity(problem)) {
    case 'signedOut':
      return { kind: 'signIn', accountId };
    case 'scope':
      return { kind: 'anotherKey', accountId };
    case 'blocked':
    case 'stale':
      return { kind: 'refresh', accountId };
  }
}

/** A problem as text, with the step that helps. */
export interface Trouble extends ProblemText {
  readonly step: NextStep;
}

/** The text for an account's problem, and the step that helps. */
export function troubleOf(problem: Problem, accountId: string): Trouble {
  return { ...describePollingProblem(problem), step: stepFor(problem, accountId) };
}
