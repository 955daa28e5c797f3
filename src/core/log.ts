import { errorLocation } from '../shared/format/index.ts';

/** Plain values only: an object could contain a credential. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `event` is a constant such as `poll.failed`; what varies goes into fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const ignore = () => {};

export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** An unexpected error as log fields, without its message, which may quote what was read or sent. */
export function describeInternalError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error, code: null, at: null };
  const code = 'code' in error ? String(error.code) : null;
  return { error: error.name, code, at: errorLocation(error.stack) };
}
