import ky from 'ky';
import type { CredentialSent, ServiceProblem } from '../../shared/domain/index.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import { problemOfAnswer } from './answer-problem.ts';
import type { BaseUrl } from './base-url.ts';
import { BodyTooLarge, readBoundedText } from './body.ts';
import { startDeadlines } from './deadlines.ts';
import { problemOfFailure } from './failure-problem.ts';
import { type RateLimit, readRateLimit } from './rate-limits.ts';
import { incompatible, ServiceError } from './service-error.ts';

/** How long one request may take and how much it may bring. */
export interface HttpBounds {
  /** ms until the answer's headers are there. */
  readonly headersMs: number;
  /** ms until its body has ended. */
  readonly totalMs: number;
  /** Decompressed bytes. */
  readonly bodyBytes: number;
}

/** 32 MiB hold ten thousand VMs several times over, should a service ignore `limit`. */
const DEFAULT_BOUNDS: HttpBounds = {
  headersMs: 15_000,
  totalMs: 60_000,
  bodyBytes: 32 * 1024 * 1024,
};

/** How requests get out. Bounds that are left out are 15 s, 60 s and 32 MiB. */
export interface HttpPorts {
  /** Electron's `net.fetch` in the app, for the system's proxy and certificates; Node's elsewhere. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly bounds?: Partial<HttpBounds>;
}

/** What is sent, and how it is called in messages. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, without a leading slash; parts that come from outside are encoded already. */
  readonly path: string;
  /** `GET /vms/{vm_id}`: how messages and the log name the endpoint. */
  readonly endpoint: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly bearer?: Secret;
  /** What the request proves its sender with; a 401 then says that it was rejected. */
  readonly credential?: CredentialSent;
  /** What must be cut out of the service's words, besides the bearer. */
  readonly secrets?: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
}

/** What a successful answer brought; any other one is thrown. */
export interface HttpAnswer {
  /** Parsed JSON; undefined for 204. */
  readonly json: unknown;
  readonly rateLimit: RateLimit;
}

/** One request, one try: whoever calls owns the retries, so that nothing is ever retried twice over. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

/** @param missedMs the deadline that ended the request, if one did */
function serviceErrorOf(error: unknown, endpoint: string, missedMs: number | null): ServiceError {
  if (error instanceof ServiceError) return error;
  if (missedMs !== null)
    return new ServiceError({ kind: 'timeout', seconds: Math.round(missedMs / 1000) });
  if (error instanceof BodyTooLarge)
    return new ServiceError({ kind: 'incompatible', endpoint, found: 'an answer far too large' });
  return new ServiceError(problemOfFailure(error));
}

/**
 * The header for `bearer`. A pasted key can hold a line break or a curly quote, of which fetch would only say that the
 * request failed.
 * @throws ServiceError `unauthorized` for one that fits into no header (RFC 6750, 2.1)
 */
function authorization(bearer: Secret, credential: CredentialSent = 'apiKey'): string {
  const value = bearer.reveal();
  if (!/^[\x21-\x7e]+$/.test(value)) throw new ServiceError({ kind: 'unauthorized', credential });
  return `Bearer ${value}`;
}

function parseJson(text: string, endpoint: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, so it is not passed on.
    return incompatible(endpoint, text === '' ? 'an empty body' : 'not JSON');
  }
}

/**
 * The rental service at one base URL. Redirects are refused (they may carry the bearer along), cookies and caches stay out,
 * times and sizes are bounded until the body has ended.
 * @throws ServiceError for whatever the service or the network does; the signal's reason when the caller aborts
 */
export function createHttp(base: BaseUrl, ports: HttpPorts): Http {
  const bounds = { ...DEFAULT_BOUNDS, ...ports.bounds };
  const send = ky.create({
    fetch: ports.fetch,
    prefix: base.href,
    headers: { accept: 'application/json' },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });

  async function exchange(request: HttpRequest): Promise<HttpAnswer> {
    const controller = new AbortController();
    const deadlines = startDeadlines(ports.clock, bounds, () => controller.abort());
    const signal = request.signal
      ? AbortSignal.any([controller.signal, request.signal])
      : controller.signal;
    try {
      const response = await send(request.path, {
        method: request.method,
        signal,
        ...(request.query && { searchParams: request.query }),
        ...(request.body !== undefined && { json: request.body }),
        ...(request.bearer && {
          headers: { authorization: authorization(request.bearer, request.credential) },
        }),
      });
      deadlines.headersArrived();
      const text = await readBoundedText(response, bounds.bodyBytes, signal);
      const problem = problemOfAnswer(response, text, request, ports.clock.now());
      if (problem) throw new ServiceError(problem);
      return {
        json: response.status === 204 ? undefined : parseJson(text, request.endpoint),
        rateLimit: readRateLimit(response.headers, ports.clock.now()),
      };
    } catch (error) {
      request.signal?.throwIfAborted();
      throw serviceErrorOf(error, request.endpoint, deadlines.missedMs());
    } finally {
      deadlines.cancel();
    }
  }

  return async (request) => {
    const started = ports.clock.monotonic();
    const took = () => Math.round(ports.clock.monotonic() - started);
    try {
      const answer = await exchange(request);
      ports.log.debug('http.answered', { endpoint: request.endpoint, ms: took() });
      return answer;
    } catch (error) {
      const problem: ServiceProblem | null = error instanceof ServiceError ? error.problem : null;
      ports.log.info('http.failed', {
        endpoint: request.endpoint,
        ms: took(),
        problem: problem?.kind ?? 'cancelled',
      });
      throw error;
    }
  };
}
