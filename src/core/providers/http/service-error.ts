import type { ServiceProblem } from '../../../shared/domain/problem.ts';
import { ProblemError } from '../../user-error.ts';

/** The only error of this folder besides an aborted signal's reason. Its message quotes no more of a response than its `detail`. */
export class ServiceError extends ProblemError<ServiceProblem> {
  override readonly name = 'ServiceError';
  /** The HTTP status of the response; null: the problem is no status, or nothing was sent. */
  readonly status: number | null;
  /** The provider's word for the error, where its body has one. */
  readonly code: string | null;

  constructor(problem: ServiceProblem, status: number | null = null, code: string | null = null) {
    super(problem);
    this.status = status;
    this.code = code;
  }
}

/** The call with the provider's name in its problems, since a user cannot correct its fixed address. */
export function namedBy<Args extends readonly unknown[], T>(
  provider: string,
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError({ ...error.problem, provider }, error.status, error.code);
    }
  };
}

/** The list of an account exists: an answer that it does not is another interface, never "no VMs". */
export function asChangedInterface(error: unknown): never {
  if (!(error instanceof ServiceError) || error.problem.kind === 'notTheService') throw error;
  const { status } = error;
  if (status !== 404 && status !== 410) throw error;
  throw new ServiceError({ kind: 'changedInterface' }, status);
}

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
