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

type Place = 'body' | 'query' | 'path';

export function invalid(place: Place, field: string, message: string): ServiceError {
  return invalidFields([{ path: [place, field], message }]);
}

/** A 422 with every issue. The messages never quote the input. */
export function invalidBy(place: Place, { issues }: z.ZodError): ServiceError {
  const keyOf = (key: PropertyKey) => (typeof key === 'number' ? key : String(key));
  return invalidFields(
    issues.map(({ path, message }) => ({ path: [place, ...path.map(keyOf)], message })),
  );
}

function invalidFields(fieldErrors: readonly FieldError[]): ServiceError {
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
