import type { Behaviour } from '../options.ts';

/** `X-RateLimit-Reset` in the form asked for: an integer in all of them. */
export function resetHeader(form: Behaviour['rateReset'], wallMs: number, leftMs: number): number {
  switch (form) {
    case 'seconds-left':
      return Math.ceil(leftMs / 1000);
    case 'epoch-seconds':
      return Math.ceil((wallMs + leftMs) / 1000);
    case 'epoch-milliseconds':
      return Math.ceil(wallMs + leftMs);
  }
}

/** `Retry-After` in the form asked for; null when it is left out. */
export function retryAfterHeader(
  form: Behaviour['retryAfter'],
  wallMs: number,
  leftMs: number,
): string | null {
  switch (form) {
    case 'seconds':
      return String(Math.ceil(leftMs / 1000));
    case 'http-date':
      // The date has whole seconds only; rounded up, so that coming back at that moment is never too early.
      return new Date(Math.ceil((wallMs + leftMs) / 1000) * 1000).toUTCString();
    case 'absent':
      return null;
    case 'negative':
      return '-5';
    case 'word':
      return 'soon';
    case 'huge':
      return '99999999999';
  }
}
