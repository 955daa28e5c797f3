export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** The status that fastify gives to an error of its own; 500 for others. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

/** A 401 with the `WWW-Authenticate` that it must have (RFC 9110, 15.5.2). */
export function unauthorized(detail: string): ServiceError {
  return new ServiceError(401, detail, { 'www-authenticate': 'Bearer' });
}

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** An error with every issue. The messages never quote the input. */
export function invalidBy({ issues }: Issues, status = 422): ServiceError {
  const details = issues.map(({ path, message }) =>
    path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message,
  );
  return new ServiceError(status, details.join('; '));
}

export const invalid = (field: string, message: string) =>
  new ServiceError(422, `${field}: ${message}`);
