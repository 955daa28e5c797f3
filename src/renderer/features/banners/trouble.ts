import type { Dismissable } from '../../../shared/app/index.ts';
import { describeProblem, type Problem, problemSeverity } from '../../../shared/domain/index.ts';
import { clockTime } from '../../ui/ago.ts';

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

function nextTry(problem: Problem): string | null {
  const retryAt = 'retryAt' in problem ? problem.retryAt : null;
  return retryAt === null ? null : `Trying again at ${clockTime(retryAt)}.`;
}

/** What is wrong with an account, in words. */
export interface Trouble {
  readonly sentence: string;
  /** What to do, or what happens by itself. */
  readonly action: string;
  readonly step: NextStep;
}

/** The words for an account's problem, and the step that helps. */
export function troubleOf(problem: Problem, accountId: string): Trouble {
  const { sentence, action } = describeProblem(problem);
  return { sentence, action: nextTry(problem) ?? action, step: stepFor(problem, accountId) };
}
