export class ServiceError extends Error {
  readonly status: number;
  /** A text, but any JSON value in a fault. */
  readonly detail: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(String(detail));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** A 401 with the `WWW-Authenticate` that it must have (RFC 9110, 15.5.2). */
export function unauthorized(detail: string): ServiceError {
  return new ServiceError(401, detail, { 'www-authenticate': 'Bearer' });
}

export const invalid = (field: string, message: string) =>
  new ServiceError(422, `${field}: ${message}`);
