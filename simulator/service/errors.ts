import type { z } from 'zod';

interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of a 422. */
  readonly fieldErrors: readonly FieldError[];

  constructor(
    status: number,
    detail: string,
    more: { headers?: Readonly<Record<string, string>>; fieldErrors?: readonly FieldError[] } = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = more.headers ?? {};
    this.fieldErrors = more.fieldErrors ?? [];
  }
}

/** The status that fastify gives to an error of its own; 500 for others. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

/** A 401 with the `WWW-Authenticate` that it must have (RFC 9110, 15.5.2). */
export function unauthorized(detail: string): ServiceError {
  return new ServiceError(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}

export function invalid(
  place: 'body' | 'query' | 'path',
  field: string,
  message: string,
): ServiceError {
  return new ServiceError(422, `${field}: ${message}`, {
    fieldErrors: [{ path: [place, field], message }],
  });
}

/** A 422 with every issue. The messages never quote the input. */
export function invalidBy(place: 'body' | 'query', error: z.ZodError): ServiceError {
  const fieldErrors = error.issues.map((issue) => ({
    path: [place, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    message: issue.message,
  }));
  const detail = fieldErrors
    .map(({ path, message }) =>
      path.length > 1 ? `${path.slice(1).join('.')}: ${message}` : message,
    )
    .join('; ');
  return new ServiceError(422, detail, { fieldErrors });
}

export function errorBody(error: ServiceError, detail422: 'string' | 'array'): { detail: unknown } {
  if (error.status !== 422 || detail422 === 'string') return { detail: error.message };
  return {
    detail: error.fieldErrors.map(({ path, message }) => ({
      loc: path,
      msg: message,
      type: 'value_error',
    })),
  };
}
