import type { Dismissable } from '../../../shared/app/index.ts';
import {
  describeProblem,
  type Problem,
  type ProblemText,
  problemSeverity,
} from '../../../shared/domain/index.ts';
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

/**
 * What happens by itself, where that helps; null: a person has to. The time is told where the service has set it: the pace
 * of our own moves it with every poll, and a state that held it would never be the same.
 */
function nextTry(problem: Problem): string | null {
  switch (problem.kind) {
    case 'rateLimited':
    case 'server':
      return problem.retryAt === null
        ? 'GPU Tray tries again by itself.'
        : `Trying again at ${clockTime(problem.retryAt)}.`;
    case 'timeout':
      return 'GPU Tray tries again by itself.';
    case 'network':
      return 'GPU Tray tries again by itself; if that does not help, check the network and the base URL.';
    case 'busy':
      return 'GPU Tray tries again by itself; it may be waiting for your keychain.';
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'insufficientBalance':
    case 'tls':
    case 'notTheService':
    case 'incompatible':
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'noCredential':
      return null;
  }
}

/** What is wrong with an account, in words: what to do, or what happens by itself. */
export interface Trouble extends ProblemText {
  readonly step: NextStep;
}

/** The words for a problem of an account that is asked again and again. */
export function troubleWords(problem: Problem): ProblemText {
  const { message, action } = describeProblem(problem);
  return { message, action: nextTry(problem) ?? action };
}

/** The words for an account's problem, and the step that helps. */
export function troubleOf(problem: Problem, accountId: string): Trouble {
  return { ...troubleWords(problem), step: stepFor(problem, accountId) };
}
