import { z } from 'zod';
import type { HostNetwork, HostProtocols } from './network.ts';
import type { Runtime } from './runtime.ts';
import { argument, strict, strictEmitter } from './strict.ts';

type RequestHandler = (
  contents: object,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void;
type CheckHandler = (
  contents: object | null,
  permission: string,
  origin: string,
  details: object,
) => boolean;

const requestHandler = z.custom<RequestHandler>((value) => typeof value === 'function');
const checkHandler = z.custom<CheckHandler>((value) => typeof value === 'function');
const callback = z.custom<(...args: unknown[]) => unknown>((value) => typeof value === 'function');

const partitionOptions = z.strictObject({ cache: z.boolean().optional() });

/** Partitions are for main's requests only: a page in one would need a separate browser profile. */
export function createSessions(
  runtime: Runtime,
  protocols: HostProtocols,
  fetch: HostNetwork['fetch'],
) {
  let onRequest: RequestHandler | null = null;
  let onCheck: CheckHandler | null = null;
  const session = strictEmitter(runtime, 'Session', ['will-download'], {
    protocol: protocols.module,
    setPermissionRequestHandler(handler: unknown) {
      const call = 'Session.setPermissionRequestHandler';
      onRequest = argument(call, requestHandler.nullable(), handler);
    },
    setPermissionCheckHandler(handler: unknown) {
      onCheck = argument('Session.setPermissionCheckHandler', checkHandler.nullable(), handler);
    },
    async resolveProxy(url: unknown) {
      argument('Session.resolveProxy', z.string(), url);
      return 'DIRECT';
    },
    // Pages of this host have no devices.
    setDevicePermissionHandler: (handler: unknown) =>
      void argument('Session.setDevicePermissionHandler', callback, handler),
  });
  const details = { requestingUrl: 'app://bundle/index.html', isMainFrame: true };
  return {
    module: strict('session', {
      get defaultSession() {
        runtime.demandReady('Session can only be received when app is ready');
        return session.object;
      },
      fromPartition(name: unknown, options: unknown = {}) {
        runtime.demandReady('Session can only be received when app is ready');
        argument('session.fromPartition', z.string(), name);
        argument('session.fromPartition', partitionOptions, options);
        return strict('Session', { fetch, closeAllConnections: async () => {} });
      },
    }),
    defaultSession: session.object,
    isDownloadAllowed(contents: object, url: string) {
      const item = strict('DownloadItem', { getURL: () => url });
      return !session.emitPreventable('will-download', item, contents);
    },
    async isGranted(contents: object, permission: string): Promise<boolean> {
      if (onCheck !== null && !onCheck(contents, permission, 'app://bundle/', details))
        return false;
      const handler = onRequest;
      if (handler === null) return true;
      return new Promise((resolve) => handler(contents, permission, resolve, details));
    },
  };
}

export type HostSessions = ReturnType<typeof createSessions>;
