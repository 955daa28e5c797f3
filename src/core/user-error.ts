import type { Problem } from '../shared/domain/problem.ts';
import { describeProblem } from '../shared/domain/problem-text.ts';
import type { Refusal } from '../shared/ipc/bridge.ts';

/** An expected error. Its message and action are shown to people. */
export class UserError<Kind extends string = string> extends Error {
  readonly kind: Kind;
  /** The next step; empty: the message says it. */
  readonly action: string;

  constructor(
    { kind, message, action }: Refusal & { readonly kind: Kind },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.kind = kind;
    this.action = action;
  }

  get refusal(): Refusal {
    return { kind: this.kind, message: this.message, action: this.action };
  }
}

/** A failure of the service or a credential. Its text depends on the place: see `describeProblem`. */
export class ProblemError<Known extends Problem = Problem> extends Error {
  readonly problem: Known;

  constructor(problem: Known) {
    super(describeProblem(problem).message);
    this.problem = problem;
  }
}

/** A value, or the problem of its request. */
export type Attempt<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: Problem };

/** @throws the signal's reason once it aborted, and internal errors */
export async function attempt<T>(request: Promise<T>, signal?: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await request, problem: null };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProblemError) return { value: null, problem: error.problem };
    throw error;
  }
}
