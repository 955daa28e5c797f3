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

/** An error of the network stack. @param name such as `ERR_UNEXPECTED` */
export class NetError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`net::${code}`);
    this.code = code;
  }
}

/** Checks a handler's response as `protocol.handle` does (electron/electron, `lib/browser/api/protocol.ts`). */
function checkedResponse(response: unknown): Response {
  if (response instanceof Response && response.type === 'error') throw new NetError('ERR_FAILED');
  if (!(response instanceof Response)) throw new NetError('ERR_UNEXPECTED');
  return response;
}

export function createProtocols(runtime: Runtime) {
  const handlers = new Map<string, Handler>();
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
    module: strict('protocol', {
      registerSchemesAsPrivileged(input: unknown) {
        runtime.demandNotReady(
          'protocol.registerSchemesAsPrivileged should be called before app is ready',
        );
        const schemes = argument('protocol.registerSchemesAsPrivileged', schemesSchema, input);
        for (const { scheme, privileges } of schemes) {
          if (privileges?.standard === true) standard.add(scheme);
        }
      },
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
}

/** Chromium's names of Node's errors, by which the app recognizes them. */
const CHROMIUM_NAMES = new Map([
  ['ECONNREFUSED', 'ERR_CONNECTION_REFUSED'],
  ['ECONNRESET', 'ERR_CONNECTION_RESET'],
  ['UND_ERR_SOCKET', 'ERR_CONNECTION_CLOSED'],
  ['ENOTFOUND', 'ERR_NAME_NOT_RESOLVED'],
  ['EAI_AGAIN', 'ERR_NAME_NOT_RESOLVED'],
  ['ETIMEDOUT', 'ERR_CONNECTION_TIMED_OUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'ERR_CONNECTION_TIMED_OUT'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_CERT_AUTHORITY_INVALID'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'ERR_CERT_AUTHORITY_INVALID'],
  ['CERT_HAS_EXPIRED', 'ERR_CERT_DATE_INVALID'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_CERT_COMMON_NAME_INVALID'],
]);

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return 'cause' in error ? codeOf(error.cause) : null;
}

function asChromium(error: unknown): unknown {
  if (error instanceof DOMException || error instanceof NetError) return error;
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && cause.message.includes('unexpected redirect')) {
    return new Error("Attempted to redirect, but redirect policy was 'error'");
  }
  const name = CHROMIUM_NAMES.get(codeOf(error) ?? '');
  return name === undefined ? error : new NetError(name);
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
  const built = new Response(isEmpty ? null : response.body, { headers, status, statusText });
  kept.set(built.body ?? built, [request, response]);
  return built;
}

export function createNetwork(
  runtime: Runtime,
  protocols: HostProtocols,
  isOnlineAtStart: boolean,
) {
  let isOnline = isOnlineAtStart;

  async function fetchFrom(request: Request): Promise<Response> {
    const { url, method, headers, signal } = request;
    if (protocols.handles(new URL(url).protocol.slice(0, -1)) || !/^https?:/.test(url)) {
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => aborted.reject(signal.reason));
      return Promise.race([protocols.answer(url, { method, headers, body }), aborted.promise]);
    }
    if (!isOnline) throw new NetError('ERR_INTERNET_DISCONNECTED');
    return fetch(request);
  }

  async function fetchAsChromium(input: string | Request, init?: RequestInit): Promise<Response> {
    runtime.demandReady('net.fetch can only be called after app is ready');
    runtime.demandSuccess('net.fetch');
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    let response: Response;
    try {
      response = await fetchFrom(request);
    } catch (error) {
      throw asChromium(error);
    }
    try {
      return asElectron(response, request);
    } catch (error) {
      // Thrown in a listener of Electron's, so the promise never settles (electron/electron#42244, #46819).
      runtime.uncaught(error);
      return new Promise(() => {});
    }
  }

  return {
    fetch: fetchAsChromium,
    module: strict('net', {
      isOnline: () => isOnline,
      fetch: fetchAsChromium,
    }),
    isOnline: () => isOnline,
    setOnline(is: boolean) {
      isOnline = is;
    },
  };
}

export type HostNetwork = ReturnType<typeof createNetwork>;

export type HostProtocols = ReturnType<typeof createProtocols>;
