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

/** Writes nothing. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
