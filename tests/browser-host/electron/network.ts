import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Lifecycle } from './app.ts';
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

export interface HostProtocols {
  readonly module: object;
  /** Calls the app's handler, as a page would. @throws when the scheme is unknown, or what the handler throws */
  answer(url: string, init?: { method: string; headers: Headers }): Promise<Response>;
}

export function createProtocols(lifecycle: Lifecycle): HostProtocols {
  const handlers = new Map<string, Handler>();
  const standard = new Set<string>();
  return {
    module: strict('protocol', {
      registerSchemesAsPrivileged(input: unknown) {
        lifecycle.demandNotReady(
          'protocol.registerSchemesAsPrivileged should be called before app is ready',
        );
        const schemes = argument('protocol.registerSchemesAsPrivileged', schemesSchema, input);
        for (const { scheme, privileges } of schemes) {
          if (privileges?.standard === true) standard.add(scheme);
        }
      },
      handle(scheme: string, handler: unknown) {
        lifecycle.demandReady('protocol.handle can only be called after app is ready');
        // Otherwise addresses have no host and relative links do not work.
        if (!standard.has(scheme)) throw new Error(`the scheme ${scheme} is not standard`);
        if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
        handlers.set(scheme, argument('protocol.handle', handlerSchema, handler));
      },
    }),
    async answer(url, init) {
      const handler = handlers.get(url.slice(0, url.indexOf(':')));
      if (handler === undefined) throw new Error('net::ERR_UNKNOWN_URL_SCHEME');
      return handler(new Request(url, init));
    },
  };
}

/** Chromium's names of Node's errors, by which the app recognizes them. */
const CHROMIUM_NAMES = new Map([
  ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
  ['ECONNRESET', 'net::ERR_CONNECTION_RESET'],
  ['UND_ERR_SOCKET', 'net::ERR_CONNECTION_CLOSED'],
  ['ENOTFOUND', 'net::ERR_NAME_NOT_RESOLVED'],
  ['EAI_AGAIN', 'net::ERR_NAME_NOT_RESOLVED'],
  ['ETIMEDOUT', 'net::ERR_CONNECTION_TIMED_OUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'net::ERR_CONNECTION_TIMED_OUT'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'net::ERR_CERT_AUTHORITY_INVALID'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'net::ERR_CERT_AUTHORITY_INVALID'],
  ['CERT_HAS_EXPIRED', 'net::ERR_CERT_DATE_INVALID'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'net::ERR_CERT_COMMON_NAME_INVALID'],
]);

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  return 'cause' in error ? codeOf(error.cause) : null;
}

function asChromium(error: unknown): unknown {
  if (error instanceof DOMException) return error;
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && cause.message.includes('unexpected redirect')) {
    return new Error("Attempted to redirect, but redirect policy was 'error'");
  }
  const name = CHROMIUM_NAMES.get(codeOf(error) ?? '');
  return name === undefined ? error : new Error(name);
}

export interface HostNetwork {
  readonly module: object;
  fetch(input: string | Request, init?: RequestInit): Promise<Response>;
  isOnline(): boolean;
  setOnline(is: boolean): void;
}

export function createNetwork(
  lifecycle: Lifecycle,
  protocols: HostProtocols,
  isOnlineAtStart: boolean,
): HostNetwork {
  let isOnline = isOnlineAtStart;
  async function fetchAsChromium(input: string | Request, init?: RequestInit): Promise<Response> {
    lifecycle.demandReady('net.fetch can only be called after app is ready');
    const url = typeof input === 'string' ? input : input.url;
    if (url.startsWith('file:')) return new Response(await readFile(fileURLToPath(url)));
    if (!/^https?:/.test(url)) return protocols.answer(url);
    if (!isOnline) throw new Error('net::ERR_INTERNET_DISCONNECTED');
    try {
      return await fetch(input, init);
    } catch (error) {
      throw asChromium(error);
    }
  }
  return {
    fetch: fetchAsChromium,
    module: strict('net', {
      get online() {
        return isOnline;
      },
      isOnline: () => isOnline,
      fetch: fetchAsChromium,
    }),
    isOnline: () => isOnline,
    setOnline(is) {
      isOnline = is;
    },
  };
}
