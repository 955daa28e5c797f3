import type { Clock } from '../clock.ts';

/** The two deadlines of one request. */
export interface Deadlines {
  headersArrived(): void;
  /** The deadline that was missed, in ms; null while none was. Tells a timeout from other aborts. */
  missedMs(): number | null;
  cancel(): void;
}

/** Calls `abort` when the headers or the whole answer take longer than the bounds (ms). */
export function startDeadlines(
  clock: Clock,
  bounds: { readonly headersMs: number; readonly totalMs: number },
  abort: () => void,
): Deadlines {
  let missed: number | null = null;
  const abortAfter = (ms: number) =>
    clock.after(ms, () => {
      missed = ms;
      abort();
    });
  const cancelHeaders = abortAfter(bounds.headersMs);
  const cancelTotal = abortAfter(bounds.totalMs);
  return {
    headersArrived: cancelHeaders,
    missedMs: () => missed,
    cancel() {
      cancelHeaders();
      cancelTotal();
    },
  };
}
