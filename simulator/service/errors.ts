/** A field of a 422, as some frameworks send it. */
interface FieldError {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: 'value_error';
}

export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
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

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** A 422 with every issue. The messages never quote the input. */
export function invalidBy(place: Place, { issues }: Issues): ServiceError {
  const keyOf = (key: PropertyKey) => (typeof key === 'number' ? key : String(key));
  const fieldErrors = issues.map(({ path, message }): FieldError => {
    return { loc: [place, ...path.map(keyOf)], msg: message, type: 'value_error' };
  });
  const details = fieldErrors.map(({ loc: [, ...path], msg }) =>
    path.length > 0 ? `${path.join('.')}: ${msg}` : msg,
  );
  return new ServiceError(422, details.join('; '), { fieldErrors });
}

export function invalid(place: Place, field: string, message: string): ServiceError {
  return invalidBy(place, { issues: [{ path: [field], message }] });
}
