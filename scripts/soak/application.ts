import { join } from 'node:path';
import {
  type Application,
  createApplication,
  type DesktopPorts,
  type Notification,
} from '../../src/core/app/index.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { Log } from '../../src/core/log.ts';
import type { SpawnHelper } from '../../src/core/vault/index.ts';
import { isKeytarRequest, type KeytarRequest } from '../../src/core/vault/keytar-protocol.ts';
import { type AppPatch, diffAppState } from '../../src/shared/state/index.ts';

/** A keychain in memory, with keytar's protocol. */
function memoryKeychain(): SpawnHelper {
  const items = new Map<string, string>();
  function answer(request: KeytarRequest): string | boolean | null {
    if (request.op === 'set') {
      items.set(request.item, request.value);
      return null;
    }
    return request.op === 'get' ? (items.get(request.item) ?? null) : items.delete(request.item);
  }
  return () => {
    let tell: (message: unknown) => void = () => {};
    return {
      pid: 1,
      send(message) {
        if (isKeytarRequest(message))
          queueMicrotask(() => tell({ id: message.id, value: answer(message) }));
      },
      onMessage(listener) {
        tell = listener;
        queueMicrotask(() => tell({ ready: true }));
      },
      onExit: () => {},
      kill: () => {},
    };
  };
}

/** A desktop that records notifications and has nothing else. */
function recordedDesktop(notify: (notification: Notification) => void): DesktopPorts {
  return {
    notify,
    copy: async () => {},
    openInBrowser: async () => {},
    setAutostart: async () => {},
    askToNotify: () => {},
    renewAutostart: async () => true,
    setShortcut: async () => {},
    openPanel: () => {},
    hidePanel: () => {},
    chooseFile: async () => null,
    updater: { off: 'build', check: async () => ({ kind: 'current' }), install: () => {} },
    confirm: async () => true,
    ask: async () => ({ button: 0, isChecked: false }),
    hasHandler: async () => false,
    openEditor: async () => {},
    inspect: async () => ({ notifications: 'supported', startsAtLogin: false }),
    proxyFor: async () => 'none',
  };
}

/** In bytes; the client's unit tests cover its default. */
export const MAX_BODY = 1024 ** 2;

interface ApplicationPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** Empty at first. */
  readonly folder: string;
  readonly random: () => number;
  readonly onNotified: (notification: Notification) => void;
  /** What the panel is sent; absent: there is no panel. */
  readonly onPush?: (patch: AppPatch) => void;
  /** Of a response; default: `MAX_BODY`. */
  readonly bodyBytes?: number;
}

/** Returns what starts the real application on a desktop that is recorded; at the second start it finds what the first one kept. */
export function applicationStarter(ports: ApplicationPorts): () => Promise<Application> {
  const { fetch, clock, log, folder, random, onPush, bodyBytes = MAX_BODY } = ports;
  const spawnHelper = memoryKeychain();
  let ids = 0;
  return async () => {
    const application = await createApplication({
      desktop: recordedDesktop(ports.onNotified),
      network: { ...{ fetch, clock, log }, listMs: 60_000, bounds: { bodyBytes } },
      ...{ spawnHelper, folder, random },
      // No program of this computer is found.
      env: { PATH: folder },
      ssh: {
        places: {
          ...{ folder: join(folder, 'ssh'), home: folder, accountHome: folder },
          platform: 'linux',
        },
      },
      environment: { platform: 'linux', version: '0', hasTray: true, isOnline: true },
      recentErrors: () => [],
      newId() {
        ids += 1;
        return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
      },
    });
    let shown = application.state();
    if (onPush !== undefined)
      application.subscribe((state) => {
        const patch = diffAppState(shown, state);
        shown = state;
        if (patch !== null) onPush(patch);
      });
    return application;
  };
}
