import { z } from 'zod';
import { argument } from './argument.ts';
import type { Lifecycle } from './lifecycle.ts';
import { strict } from './strict.ts';

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
        // Each of these takes a wall away that this host would have to take away too.
        bypassCSP: z.literal(false).optional(),
        allowServiceWorkers: z.literal(false).optional(),
      })
      .optional(),
  }),
);
const handlerSchema = z.custom<Handler>((value) => typeof value === 'function');

export interface HostProtocols {
  readonly module: object;
  /** Asks the app's handler, as a page would. @throws when the scheme is unknown, or what the handler throws */
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
        // Without it there is no host in the address and no relative link works.
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
