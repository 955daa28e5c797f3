import { z } from 'zod';
import { argument } from './argument.ts';
import { emitter } from './emitter.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { HostProtocols } from './protocols.ts';
import { strict } from './strict.ts';

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
  /** What Electron would answer a page; without handlers it grants everything. */
  isGranted(contents: object, permission: string): Promise<boolean>;
  /** Whether Electron would let a page download this; without listeners it does. */
  isDownloadAllowed(contents: object, url: string): boolean;
}

/** Only the default session: a window of a partition would be a browser profile of its own. */
export function createSessions(lifecycle: Lifecycle, protocols: HostProtocols): HostSessions {
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
    // Pages of this host reach no device, so there is nobody to ask.
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
