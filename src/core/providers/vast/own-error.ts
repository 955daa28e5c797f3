import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { type IsOwnError, isText, said } from '../http/http-problem.ts';
import { namedBy, ServiceError } from '../http/service-error.ts';

/** `{success: false, error, msg}`, of which some calls leave out one of the first two. */
export const isOwnError: IsOwnError = ({ isJson, body }) =>
  isJson && isText(body['msg']) && (isText(body['error']) || body['success'] === false);

/** A key that Vast does not know is a 401 or, at some calls, a 404: never "no instances". */
export function asUnauthorized(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'auth_error') throw error;
  if (error.problem.kind !== 'notFound') throw error;
  const { detail } = error.problem;
  const problem = { kind: 'unauthorized', credential: 'apiKey', ...said(detail) } as const;
  throw new ServiceError(problem, 401, error.code, error.origin, error.vmId);
}

export const named = namedBy(PROVIDERS.vast.name);
