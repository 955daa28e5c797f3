import { MINUTE_MS } from '../../shared/format/index.ts';
import { stopwatch, useSecond } from './time.ts';

/** A countdown to the next try, not announced every second. @param at ms since the epoch @param then shown from then on */
export function RetryIn({ at, then }: { readonly at: number; readonly then: string }) {
  const left = at - useSecond();
  const time = left < MINUTE_MS ? `${Math.ceil(left / 1_000)} s` : stopwatch(left);
  return <span aria-live="off">{left > 0 ? `Retry in ${time}` : then}</span>;
}
