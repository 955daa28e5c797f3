import { z } from 'zod';
import { printError, type Runtime } from './runtime.ts';
import { argument, strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const schemesSchema = z.array(
  z.strictObject({
    scheme: z.string(),
    privileges: z
      .strictObject({
        standard: z.boolean().optional(),
        secure: z.boolean().optional(),
        supportFetchAPI: z.boolean().optional(),
        corsEnabled: z.boolean().optional(),
        stream: z.boolean().optional(),
        codeCache: z.boolean().optional(),
        // Each would weaken the isolation.
        bypassCSP: z.literal(false).optional(),
        allowServiceWorkers: z.literal(false).optional(),
      })
      .optional(),
  }),
);
const handlerSchema = z.custom<Handler>((value) => typeof value === 'function');

/** An error of the network stack. @param code such as `ERR_UNEXPECTED` */
export class NetError extends Error {
  constructor(code: string) {
    super(`net::${code}`);
  }
}

/** Checks a handler's response as `protocol.handle` does (electron/electron, `lib/browser/api/protocol.ts`). */
function checkedResponse(response: unknown): Response {
  if (response instanceof Response && response.type === 'error') throw new NetError('ERR_FAILED');
  if (!(response instanceof Response)) throw new NetError('ERR_UNEXPECTED');
  return response;
}

/** The schemes of all sessions. Handlers belong to one session. */
export function createSchemes(runtime: Runtime) {
  const standard = new Set(['http', 'https', 'file']);

  /** As Chromium writes it. Our schemes have a host and no port. @throws TypeError for an invalid address */
  const normalized = (url: string): string => {
    const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
    if (!standard.has(scheme)) return url;
    if (scheme !== 'http' && scheme !== 'https' && scheme !== 'file') {
      const { hostname, pathname, search } = new URL(`http:${url.slice(scheme.length + 1)}`);
      return `${scheme}://${hostname}${pathname}${search}`;
    }
    return new URL(url).href;
  };

  return {
    registerSchemesAsPrivileged(input: unknown) {
      runtime.demandNotReady(
        'protocol.registerSchemesAsPrivileged should be called before app is ready',
      );
      const schemes = argument('protocol.registerSchemesAsPrivileged', schemesSchema, input);
      for (const { scheme, privileges } of schemes) {
        if (privileges?.standard === true) standard.add(scheme);
      }
    },
    /** The handlers of a session. */
    createProtocol() {
      const handlers = new Map<string, Handler>();
      return {
        module: strict('Protocol', {
          handle(scheme: string, handler: unknown) {
            runtime.demandReady('protocol.handle can only be called after app is ready');
            if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
            handlers.set(scheme, argument('protocol.handle', handlerSchema, handler));
          },
        }),
        handles: (scheme: string) => handlers.has(scheme),
        /** Calls the app's handler, as a page would. Rejects with `NetError` */
        async answer(url: string, init: RequestInit = {}) {
          const handler = handlers.get(url.slice(0, url.indexOf(':')).toLowerCase());
          if (handler === undefined) throw new NetError('ERR_UNKNOWN_URL_SCHEME');
          const request = new Request(normalized(url), init);
          if (request.headers.get('origin') === 'null') request.headers.delete('origin');
          let response: unknown;
          try {
            response = await handler(request);
          } catch (error) {
            printError('', error);
            throw new NetError('ERR_UNEXPECTED');
          }
          return checkedResponse(response);
        },
      };
    },
  };
}

const TRUNCATED = 'Response does not match the HTTP/1.1 protocol (Invalid EOF state)';
/** Chromium's names of Node's errors, by code or message: the app recognizes them. */
const CHROMIUM_NAMES = new Map([
  ['ECONNREFUSED', 'ERR_CONNECTION_REFUSED'],
  ['ECONNRESET', 'ERR_CONNECTION_RESET'],
  ['UND_ERR_SOCKET', 'ERR_EMPTY_RESPONSE'],
  ['ENOTFOUND', 'ERR_NAME_NOT_RESOLVED'],
  ['EAI_AGAIN', 'ERR_NAME_NOT_RESOLVED'],
  ['ETIMEDOUT', 'ERR_CONNECTION_TIMED_OUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ERR_CONNECTION_TIMED_OUT'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_CERT_AUTHORITY_INVALID'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'ERR_CERT_AUTHORITY_INVALID'],
  ['CERT_HAS_EXPIRED', 'ERR_CERT_DATE_INVALID'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_CERT_COMMON_NAME_INVALID'],
  ['bad port', 'ERR_UNSAFE_PORT'],
  ['URL scheme must be a HTTP(S) scheme', 'ERR_UNSAFE_REDIRECT'],
  ['redirect count exceeded', 'ERR_TOO_MANY_REDIRECTS'],
  ['Z_DATA_ERROR', 'ERR_CONTENT_DECODING_FAILED'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_CONTENT_LENGTH_MISMATCH'],
  [
    'Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)',
    'ERR_INVALID_CHUNKED_ENCODING',
  ],
]);

function asChromium(error: unknown, names: ReadonlyMap<unknown, string> = CHROMIUM_NAMES): unknown {
  for (let at = error; at instanceof Error && !(at instanceof DOMException); at = at.cause) {
    const name = names.get('code' in at ? at.code : null) ?? names.get(at.message);
    if (name !== undefined) return new NetError(name);
  }
  return error;
}

/** A body that fails with Chromium's errors. */
function asChromiumBody({ body, headers }: Response): ReadableStream | null {
  if (body === null) return null;
  const isSized = headers.has('content-length');
  const ended = isSized ? 'ERR_CONTENT_LENGTH_MISMATCH' : 'ERR_INCOMPLETE_CHUNKED_ENCODING';
  const names = new Map([...CHROMIUM_NAMES, ['UND_ERR_SOCKET', ended], [TRUNCATED, ended]]);
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(asChromium(error, names));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Rejects for a redirect unless it is to be followed. */
async function fetchHttp(request: Request): Promise<Response> {
  if (request.redirect === 'follow') return fetch(request);
  const response = await fetch(request, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null || !REDIRECTS.includes(response.status)) return response;
  await response.body?.cancel();
  // Chromium checks the target first (`url_request_job.cc`).
  if (!/^https?:/.test(URL.parse(location, request.url)?.href ?? ''))
    throw new NetError('ERR_UNSAFE_REDIRECT');
  if (request.redirect === 'manual') throw new Error('Redirect was cancelled');
  throw new Error("Attempted to redirect, but redirect policy was 'error'");
}

const WITHOUT_BODY = [101, 204, 205, 304];
/** By body: Node cancels that of a collected response, and ignores the abort of a collected request (nodejs/undici#3644). */
const kept = new WeakMap<object, readonly [Request, Response]>();

/**
 * The response as `net.fetch` builds it: without an address, and from headers decoded as UTF-8.
 * @throws for a header beyond Latin-1 and a status above 599
 */
function asElectron(response: Response, request: Request): Response {
  const headers = new Headers();
  for (const [name, value] of response.headers)
    headers.set(name, Buffer.from(value, 'latin1').toString('utf8'));
  const { status, statusText } = response;
  const isEmpty = WITHOUT_BODY.includes(status) || request.method === 'HEAD';
  const built = new Response(isEmpty ? null : asChromiumBody(response), {
    headers,
    status,
    statusText,
  });
  kept.set(built.body ?? built, [request, response]);
  return built;
}

export function createNetwork(runtime: Runtime, isOnlineAtStart: boolean) {
  let isOnline = isOnlineAtStart;

  async function fetchFrom(request: Request, protocol: HostProtocol): Promise<Response> {
    const { url, method, headers, signal } = request;
    if (protocol.handles(new URL(url).protocol.slice(0, -1)) || !/^https?:/.test(url)) {
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => aborted.reject(signal.reason));
      return Promise.race([protocol.answer(url, { method, headers, body }), aborted.promise]);
    }
    if (!isOnline) throw new NetError('ERR_INTERNET_DISCONNECTED');
    return fetchHttp(request);
  }

  return {
    /** `fetch` of the session with these handlers. */
    fetchWith: (protocol: HostProtocol) => async (input: string | Request, init?: RequestInit) => {
      runtime.demandReady('net.fetch can only be called after app is ready');
      runtime.demandSuccess('net.fetch');
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      let response: Response;
      try {
        response = await fetchFrom(request, protocol);
      } catch (error) {
        throw asChromium(error);
      }
      try {
        return asElectron(response, request);
      } catch (error) {
        // Thrown in a listener of Electron's, so the promise never settles (electron/electron#42244, #46819).
        runtime.uncaught(error);
        return new Promise<never>(() => {});
      }
    },
    isOnline: () => isOnline,
    setOnline(is: boolean) {
      isOnline = is;
    },
  };
}

export type HostNetwork = ReturnType<typeof createNetwork>;

export type HostSchemes = ReturnType<typeof createSchemes>;

export type HostProtocol = ReturnType<HostSchemes['createProtocol']>;
