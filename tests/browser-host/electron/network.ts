import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from './lifecycle.ts';
import type { HostProtocols } from './protocols.ts';
import { strict } from './strict.ts';

/** Chromium's names for what Node calls otherwise; the app tells failures apart by them. */
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
  /** Electron's `net`. */
  readonly module: object;
  isOnline(): boolean;
  setOnline(is: boolean): void;
}

export function createNetwork(
  lifecycle: Lifecycle,
  protocols: HostProtocols,
  isOnlineAtStart: boolean,
): HostNetwork {
  let isOnline = isOnlineAtStart;
  return {
    module: strict('net', {
      get online() {
        return isOnline;
      },
      isOnline: () => isOnline,
      async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
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
      },
    }),
    isOnline: () => isOnline,
    setOnline(is) {
      isOnline = is;
    },
  };
}
