import type { LogFields } from '../../core/log.ts';

/** The first line of a stack that names a place in the code. */
function place(stack: string | undefined): string | null {
  return /^\s+at .*?([\w.-]+:\d+:\d+)\)?$/m.exec(stack ?? '')?.[1] ?? null;
}

/**
 * An error that should not have happened, as fields of the log. Without its message: that may quote what was read or sent,
 * and a log is what people attach to a bug report.
 */
export function describeDefect(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error, code: null, at: null };
  const code = 'code' in error ? String(error.code) : null;
  return { error: error.name, code, at: place(error.stack) };
}
