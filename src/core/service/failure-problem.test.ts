import { describe, expect, it } from 'vitest';
import { problemOfFailure } from './failure-problem.ts';

function coded(code: string, message = 'something'): Error {
  return Object.assign(new Error(message), { code });
}

/** As fetch does: the reason is the cause of a `TypeError`, which ky wraps once more. */
function wrapped(cause: unknown): Error {
  return new Error('Request failed', { cause: new TypeError('fetch failed', { cause }) });
}

describe('problemOfFailure', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_UNTRUSTED',
    'HOSTNAME_MISMATCH',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'EPROTO',
  ])('%s is about the certificate', (code) => {
    expect(problemOfFailure(coded(code))).toEqual({ kind: 'tls' });
    expect(problemOfFailure(wrapped(coded(code)))).toEqual({ kind: 'tls' });
  });

  it.each([
    'net::ERR_CERT_AUTHORITY_INVALID',
    'net::ERR_CERT_DATE_INVALID',
    'net::ERR_SSL_PROTOCOL_ERROR',
  ])('%s, as Electron says it, too', (message) => {
    expect(problemOfFailure(new Error(message))).toEqual({ kind: 'tls' });
  });

  it.each([
    'unexpected redirect',
    'net::ERR_UNSAFE_REDIRECT',
    'net::ERR_TOO_MANY_REDIRECTS',
    "Attempted to redirect, but redirect policy was 'error'",
    "Redirect was cancelled because the redirect mode is 'error'",
  ])('"%s" is a redirect', (message) => {
    expect(problemOfFailure(wrapped(new Error(message)))).toEqual({
      kind: 'notTheService',
      found: 'redirect',
    });
  });

  it.each([
    coded('ECONNREFUSED'),
    coded('ECONNRESET'),
    coded('ENOTFOUND'),
    coded('UND_ERR_SOCKET', 'other side closed'),
    coded('UND_ERR_CONNECT_TIMEOUT'),
    new AggregateError([coded('ECONNREFUSED')]),
    new Error('net::ERR_INTERNET_DISCONNECTED'),
    new Error('net::ERR_NETWORK_IO_SUSPENDED'),
    new Error(''),
    'a string',
    undefined,
    null,
    { code: 'CERT_HAS_EXPIRED' },
  ])('everything else is the network: %s', (error) => {
    expect(problemOfFailure(error)).toEqual({ kind: 'network' });
    expect(problemOfFailure(wrapped(error))).toEqual({ kind: 'network' });
  });

  it('ends on an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(problemOfFailure(error)).toEqual({ kind: 'network' });
  });
});
