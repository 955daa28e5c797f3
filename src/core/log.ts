/** Plain values only: no headers, bodies or objects that could carry a credential along. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where core writes what happened. `event` is a fixed word such as `poll.failed`; everything that varies is a field. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const ignore = () => {};

/** Drops everything. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
