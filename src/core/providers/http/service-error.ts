import type { Problem, ServiceProblem } from '../../../shared/domain/problem.ts';
import { ProblemError } from '../../user-error.ts';

/** `unsent`: nothing was sent. `own`: the answer has the provider's error form. `unclear`: no answer, or one of another form. */
export type ErrorOrigin = 'unsent' | 'own' | 'unclear';

/** The only error of this folder besides an aborted signal's reason. Its message quotes no more of a response than its `detail`. */
export class ServiceError extends ProblemError<ServiceProblem> {
  override readonly name = 'ServiceError';
  /** The HTTP status of the response; null: the problem is no status, or nothing was sent. */
  readonly status: number | null;
  /** The provider's word for the error, where its body has one. */
  readonly code: string | null;
  readonly origin: ErrorOrigin;
  /** A VM that the body of the error names, see `HttpRequest.createdIn`. */
  readonly vmId: string | null;

  constructor(
    problem: ServiceProblem,
    status: number | null = null,
    code: string | null = null,
    origin: ErrorOrigin = 'unclear',
    vmId: string | null = null,
  ) {
    super(problem);
    this.status = status;
    this.code = code;
    this.origin = origin;
    this.vmId = vmId;
  }

  /** This error as another problem. */
  as(problem: ServiceProblem): ServiceError {
    return new ServiceError(problem, this.status, this.code, this.origin, this.vmId);
  }
}

/** An error before anything is sent. */
export const unsent = (problem: ServiceProblem) => new ServiceError(problem, null, null, 'unsent');

/** Puts the provider's name into problems: its address is fixed. @param asOwn an error as the provider means it */
export const namedBy =
  (provider: string, asOwn?: (error: unknown) => never) =>
  <Args extends readonly unknown[], T>(call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    try {
      return await call(...args).catch(asOwn);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw error.as({ ...error.problem, provider });
    }
  };

/** The list of an account exists: an answer that it does not is another interface, never "no VMs". */
export function asChangedInterface(error: unknown): never {
  if (!(error instanceof ServiceError) || error.problem.kind === 'notTheService') throw error;
  if (error.status !== 404 && error.status !== 410) throw error;
  throw error.as({ kind: 'changedInterface' });
}

/** The problem in place of a part that others do without. @throws an error of no response, or the signal's reason */
export const orProblem =
  (signal: AbortSignal | undefined) =>
  (error: unknown): Problem => {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) return error.problem;
    throw error;
  };

/** Null in place of what an account lacks, or its key may not read. @throws as `orProblem` */
export const orNull = (signal: AbortSignal | undefined) => (error: unknown) =>
  orProblem(signal)(error) && null;

/** @param found the form, without content */
export function incompatible(endpoint: string, found: string): never {
  throw new ServiceError({ kind: 'incompatible', endpoint, found });
}

/** The form of a JSON value without its content: `an object with the keys a, b`. */
export function describeForm(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value).filter((key) => /^[A-Za-z_][A-Za-z0-9_]{0,30}$/.test(key));
  const shown = keys.slice(0, 6).join(', ');
  return shown === '' ? 'an object' : `an object with the keys ${shown}`;
}
