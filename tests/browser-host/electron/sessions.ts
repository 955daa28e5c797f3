import { z } from 'zod';
import type { HostNetwork, HostSchemes } from './network.ts';
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

const details = { requestingUrl: 'app://bundle/index.html', isMainFrame: true };

function createSession(runtime: Runtime, schemes: HostSchemes, network: HostNetwork) {
  const protocol = schemes.createProtocol();
  const fetch = network.fetchWith(protocol);
  let onRequest: RequestHandler | null = null;
  let onCheck: CheckHandler | null = null;
  const session = strictEmitter(runtime, 'Session', ['will-download'], {
    protocol: protocol.module,
    fetch,
    closeAllConnections: async () => {},
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
  return {
    ...{ object: session.object, protocol, fetch },
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

/** Pages are in the default session: one in a partition would need a separate browser profile. */
export function createSessions(runtime: Runtime, schemes: HostSchemes, network: HostNetwork) {
  const defaultSession = createSession(runtime, schemes, network);
  const partitions = new Map([['', defaultSession]]);
  const demandReady = () => runtime.demandReady('Session can only be received when app is ready');
  return {
    module: strict('session', {
      get defaultSession() {
        demandReady();
        return defaultSession.object;
      },
      fromPartition(given: unknown, options: unknown = {}) {
        demandReady();
        const name = argument('session.fromPartition', z.string(), given);
        argument('session.fromPartition', partitionOptions, options);
        const found = partitions.get(name) ?? createSession(runtime, schemes, network);
        partitions.set(name, found);
        return found.object;
      },
    }),
    defaultSession,
  };
}
