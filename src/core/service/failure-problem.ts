import type { ServiceProblem } from '../../shared/domain/index.ts';

/** Node's and OpenSSL's codes, and Chromium's names in `net.fetch` errors, for a certificate that did not convince. */
const TLS = new RegExp(
  [
    '^(CERT|CRL|ERR_TLS|ERR_SSL|UNABLE_TO)_',
    '^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)$',
    'net::ERR_(CERT|SSL)_',
  ].join('|'),
);

/**
 * In answer to `redirect: 'error'`, undici says `unexpected redirect` and Electron's `net.fetch` that the `redirect policy
 * was 'error'` (electron/electron `lib/common/api/net-client-request.ts`); Chromium's own names are `ERR_…REDIRECT…`.
 */
const REDIRECT =
  /unexpected redirect|net::ERR_(UNSAFE_|TOO_MANY_)?REDIRECT|redirect (mode is|policy was) 'error'/i;

/** The error and its causes, as codes and messages; a fetch wraps the real reason once or twice. */
function* reasons(error: unknown): Generator<string> {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') yield current.code;
    yield current.message;
    current = current.cause;
  }
}

/** What a request that brought no whole answer failed of. Everything that is not clearly something else is the network. */
export function problemOfFailure(error: unknown): ServiceProblem {
  for (const reason of reasons(error)) {
    if (TLS.test(reason)) return { kind: 'tls' };
    if (REDIRECT.test(reason)) return { kind: 'notTheService', found: 'redirect' };
  }
  return { kind: 'network' };
}
