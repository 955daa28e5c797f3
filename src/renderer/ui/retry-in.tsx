import { stopwatch, useSecond } from './time.ts';

/** A countdown to the next try, not announced every second. @param at ms since the epoch */
export function RetryIn({ at }: { readonly at: number }) {
  const left = at - useSecond();
  return (
    <span aria-live="off">{left > 0 ? `Try again in ${stopwatch(left)}.` : 'Try again.'}</span>
  );
}
