import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { tryJson } from '../../try-json.ts';
import type { BaseUrl } from './base-url.ts';
import { errorOf, type IsOwnError, isUnsent, problemOfFailure } from './http-problem.ts';
import { httpDate, readRateLimit } from './rate-limits.ts';
import { pathId } from './read.ts';
import type { HttpAnswer, HttpRequest, HttpResponse } from './request.ts';
import { incompatible, ServiceError, unsent } from './service-error.ts';

const DEFAULT_BOUNDS = {
  headersMs: 15_000,
  totalMs: 60_000,
  /**
   * Decompressed bytes, unless the request says otherwise. Bounds the number of values, too. 8 MiB hold ten thousand VMs, should a
   * service ignore `limit`.
   */
  bodyBytes: 8 * 1024 * 1024,
};

export type HttpBounds = Readonly<typeof DEFAULT_BOUNDS>;

export type Fetch = (url: string, init: ReturnType<typeof initOf>) => Promise<HttpResponse>;

export interface HttpPorts {
  /** Electron's `net.fetch` in the app, which honors the system's proxy and certificates; `nodeFetch` in the command line. */
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly bounds?: Partial<HttpBounds>;
  /** Absent: every refusal is the receiver's, as that of a webhook. */
  readonly isOwnError?: IsOwnError | undefined;
}

/** Sends one request, once: retries belong to the caller. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/** A parsed `{}` takes twenty times its text. The values of real responses have 15 bytes and more. */
const MIN_VALUE_BYTES = 12;

/** No answer is nested as deep. A parsed `[` within another one takes 160 bytes. */
const MAX_DEPTH = 100;

const TOO_LARGE = 'a response too large';

/** Lists and objects that take no more than ten megabytes however they are nested. */
const FEW = 64 * 1024;

/** By the engine's own search: a fraction of the time of a loop over all bytes. */
const hasFew = (json: string) => json.split('[').length + json.split('{').length <= FEW;

/** In a loop of its own, texts take half the time. */
function endOfText(json: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== 0x22) index += json[index] === 0x5c ? 2 : 1;
  return index;
}

/** Whether the JSON has more values than that, about, or is nested too deep. */
function isCostly(bytes: Uint8Array, maxValues: number): boolean {
  let values = 0;
  let depth = 0;
  // Bytes by index: characters take five times as long, an iterator ten times.
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === 0x22) index = endOfText(bytes, index);
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return values > maxValues;
}

/**
 * The body as text, and its size. Counts bytes after decompression, since a small gzip body can unpack to hundreds of MB, and values.
 * @param signal cancels the reader directly: undici loses the link from a signal to the body once the request has been
 * garbage collected (nodejs/undici#3644), and a stalled body would never end
 * @throws ServiceError for a body that is too large, the signal's reason, or the stream's error
 */
async function readText(
  response: HttpResponse,
  endpoint: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly bytes: number }> {
  if (response.body === null) return { text: '', bytes: 0 };
  const reader = response.body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) incompatible(endpoint, TOO_LARGE);
      parts.push(value);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    void cancel();
  }
  const body = Buffer.concat(parts);
  const text = new TextDecoder().decode(body);
  const maxValues = maxBytes / MIN_VALUE_BYTES;
  if ((bytes > maxValues || !hasFew(text)) && isCostly(body, maxValues))
    incompatible(endpoint, TOO_LARGE);
  return { text, bytes };
}

/** @throws ServiceError for an id that could name another path, as an encoded `..` does */
function urlOf(base: BaseUrl, { path, vmId = '', query = {} }: HttpRequest): string {
  const isInPath = path.includes('{vm_id}');
  if (isInPath && pathId(vmId) === null) throw unsent({ kind: 'notFound' });
  const url = new URL(base.href + path.replace('{vm_id}', encodeURIComponent(vmId)));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** @throws ServiceError `unauthorized` for a bearer with a line break or curly quote, which fits into no header (RFC 6750, 2.1) */
function headersOf(request: HttpRequest): Record<string, string> {
  const { bearer, header, credential = 'apiKey', body } = request;
  const value = bearer?.reveal();
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value))
    throw unsent({ kind: 'unauthorized', credential });
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(value !== undefined && { authorization: `Bearer ${value}` }),
    ...(header !== undefined && { [header.name]: header.value.reveal() }),
  };
}

function initOf(request: HttpRequest, signal: AbortSignal) {
  return {
    method: request.method,
    headers: headersOf(request),
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal,
    // A redirect may carry the bearer to another server.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  } as const;
}

function serviceErrorOf(error: unknown, missedMs: number | null): ServiceError {
  if (error instanceof ServiceError) return error;
  if (missedMs !== null)
    return new ServiceError({ kind: 'timeout', seconds: Math.round(missedMs / 1000) });
  const problem = problemOfFailure(error);
  return isUnsent(error) ? unsent(problem) : new ServiceError(problem);
}

/** HTTP to one base URL, bounded until the body has ended. @throws ServiceError for every failure; the signal's reason on abort */
export function createHttp(base: BaseUrl, ports: HttpPorts): Http {
  const { fetch, clock, log, isOwnError } = ports;
  const bounds = { ...DEFAULT_BOUNDS, ...ports.bounds };

  /** @throws ServiceError for a response that reports a problem or is no JSON; as `readText` */
  async function answerOf(
    response: HttpResponse,
    request: HttpRequest,
    endpoint: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { status, headers } = response;
    if (status === 407) {
      // Chromium fails to read the body of a proxy.
      response.body?.cancel().catch(() => {});
      throw new ServiceError({ kind: 'proxy', needsLogin: true });
    }
    const facts = {
      endpoint,
      rateLimit: readRateLimit(headers, clock),
      date: httpDate(headers.get('date')),
    };
    if (request.answer === 'unread' && status >= 200 && status < 300) {
      response.body?.cancel().catch(() => {});
      return { ...facts, json: undefined, bytes: 0 };
    }
    const { maxBytes = bounds.bodyBytes } = request;
    const { text, bytes } = await readText(response, endpoint, maxBytes, signal);
    const json = tryJson(text);
    const sent = { ...request, endpoint, isOwnError };
    const error = errorOf(response, text, json, sent, clock.now());
    if (error) throw error;
    if (status === 204 || request.answer === 'unparsed')
      return { ...facts, json: undefined, bytes };
    if (json === undefined) incompatible(endpoint, text === '' ? 'an empty body' : 'not JSON');
    return { ...facts, json, bytes };
  }

  return async (request) => {
    const endpoint = `${request.method} ${request.path}`;
    const started = clock.monotonic();
    const elapsed = () => Math.round(clock.monotonic() - started);
    const deadline = new AbortController();
    let missedMs: number | null = null;
    const abortAfter = (ms: number) =>
      clock.after(ms, () => {
        missedMs = ms;
        deadline.abort();
      });
    const cancelHeaders = abortAfter(bounds.headersMs);
    const cancelTotal = abortAfter(bounds.totalMs);
    const signal = request.signal
      ? AbortSignal.any([deadline.signal, request.signal])
      : deadline.signal;
    try {
      const response = await fetch(urlOf(base, request), initOf(request, signal));
      cancelHeaders();
      const answer = await answerOf(response, request, endpoint, signal);
      log.debug('http.answered', { endpoint, ms: elapsed() });
      return answer;
    } catch (thrown) {
      const isCancelled = request.signal?.aborted === true;
      const error = serviceErrorOf(thrown, missedMs);
      const problem = isCancelled ? 'cancelled' : error.problem.kind;
      log.info('http.failed', { endpoint, ms: elapsed(), problem });
      throw isCancelled ? request.signal?.reason : error;
    } finally {
      cancelHeaders();
      cancelTotal();
    }
  };
}
