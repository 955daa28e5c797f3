import { z } from 'zod';
import type { Lifecycle } from './app.ts';
import type { HostNetwork, HostProtocols } from './network.ts';
import { argument, emitter, strict } from './strict.ts';

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
const anyFunction = z.custom<(...args: unknown[]) => unknown>(
  (value) => typeof value === 'function',
);

export interface HostSessions {
  readonly module: object;
  readonly defaultSession: object;
  /** Without handlers, Electron grants every permission. */
  isGranted(contents: object, permission: string): Promise<boolean>;
  /** Without listeners, Electron allows every download. */
  isDownloadAllowed(contents: object, url: string): boolean;
}

const partitionOptions = z.strictObject({ cache: z.boolean().optional() });

/** Partitions are for main's requests only: a page in one would need a separate browser profile. */
export function createSessions(
  lifecycle: Lifecycle,
  protocols: HostProtocols,
  fetch: HostNetwork['fetch'],
): HostSessions {
  let onRequest: RequestHandler | null = null;
  let onCheck: CheckHandler | null = null;
  const events = emitter('Session', ['will-download'], () => defaultSession);
  const defaultSession: object = strict('Session', {
    ...events.methods,
    protocol: protocols.module,
    setPermissionRequestHandler(handler: unknown) {
      onRequest = argument('Session.setPermissionRequestHandler', requestHandler, handler);
    },
    setPermissionCheckHandler(handler: unknown) {
      onCheck = argument('Session.setPermissionCheckHandler', checkHandler, handler);
    },
    async resolveProxy(url: unknown) {
      argument('Session.resolveProxy', z.string(), url);
      return 'DIRECT';
    },
    // Pages of this host have no devices.
    setDevicePermissionHandler: (handler: unknown) =>
      void argument('Session.setDevicePermissionHandler', anyFunction, handler),
  });
  const details = { requestingUrl: 'app://bundle/index.html', isMainFrame: true };
  return {
    module: strict('session', {
      get defaultSession() {
        lifecycle.demandReady('Session can only be received when app is ready');
        return defaultSession;
      },
      fromPartition(name: unknown, options: unknown = {}) {
        lifecycle.demandReady('Session can only be received when app is ready');
        argument('session.fromPartition', z.string(), name);
        argument('session.fromPartition', partitionOptions, options);
        return strict('Session', { fetch, closeAllConnections: async () => {} });
      },
    }),
    defaultSession,
    isDownloadAllowed(contents, url) {
      const item = strict('DownloadItem', { getURL: () => url });
      return !events.emitPreventable('will-download', item, contents);
    },
    async isGranted(contents, permission) {
      if (onCheck !== null && !onCheck(contents, permission, 'app://bundle/', details))
        return false;
      const handler = onRequest;
      if (handler === null) return true;
      return new Promise((resolve) => handler(contents, permission, resolve, details));
    },
  };
}
