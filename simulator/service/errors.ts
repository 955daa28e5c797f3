import type { z } from 'zod';

/** One field that is not as it should be. */
export interface Flaw {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error answer of the service. */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Only for a 422: what is wrong, field by field. */
  readonly flaws: readonly Flaw[];

  constructor(
    status: number,
    detail: string,
    more: { headers?: Readonly<Record<string, string>>; flaws?: readonly Flaw[] } = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = more.headers ?? {};
    this.flaws = more.flaws ?? [];
  }
}

/** A 401 with the `WWW-Authenticate` that each of them must carry (RFC 9110, 15.5.2). */
export function unauthorized(detail: string): ServiceError {
  return new ServiceError(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}

/** A 422 for one field. */
export function invalid(
  place: 'body' | 'query' | 'path',
  field: string,
  message: string,
): ServiceError {
  return new ServiceError(422, `${field}: ${message}`, {
    flaws: [{ path: [place, field], message }],
  });
}

/** A 422 for everything zod has found. Its messages never quote what was sent. */
export function invalidBy(place: 'body' | 'query', error: z.ZodError): ServiceError {
  const flaws = error.issues.map((issue) => ({
    path: [place, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    message: issue.message,
  }));
  const detail = flaws
    .map(({ path, message }) =>
      path.length > 1 ? `${path.slice(1).join('.')}: ${message}` : message,
    )
    .join('; ');
  return new ServiceError(422, detail, { flaws });
}

/** The body of the error answer. */
export function errorBody(error: ServiceError, detail422: 'string' | 'array'): { detail: unknown } {
  if (error.status !== 422 || detail422 === 'string') return { detail: error.message };
  return {
    detail: error.flaws.map(({ path, message }) => ({
      loc: path,
      msg: message,
      type: 'value_error',
    })),
  };
}
