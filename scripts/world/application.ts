import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  type Application,
  createApplication,
  type DesktopPorts,
} from '../../src/core/app/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import type { Fetch } from '../../src/core/providers/index.ts';
import { openKeychain, type SpawnHelper } from '../../src/core/vault/index.ts';
import type { KeytarAnswer, KeytarCall } from '../../src/core/vault/keytar-protocol.ts';
import type { ActingProgram } from '../../src/shared/acting/acting.ts';
import { type AppPatch, diffAppState } from '../../src/shared/state/index.ts';

/** Where the keychain's items are. */
type Items = Pick<Map<string, string>, 'get' | 'delete'> & {
  /** Returns null where it refuses. */
  readonly set: (item: string, value: string) => unknown;
};

/** Keytar's protocol. */
function keychainOf(items: Items): SpawnHelper {
  function answer(call: KeytarCall): KeytarAnswer {
    if (call.op === 'set')
      return items.set(call.item, call.value) === null ? { refusal: 'locked' } : { value: null };
    return { value: call.op === 'get' ? (items.get(call.item) ?? null) : items.delete(call.item) };
  }
  return (onMessage) => {
    queueMicrotask(() => onMessage({ value: null }));
    return {
      send: (call) => queueMicrotask(() => onMessage(answer(call))),
      kill: () => {},
    };
  };
}

/** A keychain that is always unlocked: on Linux a program of the session bus is started to ask for its state. */
export function memoryKeychain(items: Items) {
  const spawnHelper = keychainOf(items);
  return (ports: Omit<Parameters<typeof openKeychain>[0], 'spawnHelper'>) =>
    openKeychain({ ...ports, spawnHelper, platform: 'win32', itemLimit: Infinity });
}

const nothing = async () => {};

/** A desktop that reports notifications and copied texts, and has nothing else. */
const desktopWith = (
  notify: DesktopPorts['notify'],
  onCopied: (text: string) => void,
): DesktopPorts => ({
  notify,
  copy: async (text) => onCopied(text),
  openInBrowser: nothing,
  askToNotify: nothing,
  autostart: { set: nothing, renew: async () => true },
  setShortcut: nothing,
  panel: { open: nothing, hide: nothing },
  dialogs: {
    confirm: async () => true,
    ask: async () => ({ button: 0, isChecked: false }),
    chooseFile: async () => null,
  },
  updater: { off: 'build', check: async () => ({ kind: 'current' }), install: nothing },
  editors: { isInstalled: async () => false, open: nothing },
  inspect: async () => ({ notifications: 'supported', startsAtLogin: false }),
  proxyFor: async () => 'none',
});

/** Limit of a response in bytes; the client's unit tests cover its default. */
export const MAX_BODY = 1024 ** 2;

export interface ApplicationPorts {
  readonly folder: string;
  /** As in the environment. */
  readonly program?: ActingProgram;
  /** Default: in memory. */
  readonly keychain?: Items;
  /** Default: counted, for one process. */
  readonly newId?: () => string;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly random?: () => number;
  readonly onNotified?: DesktopPorts['notify'];
  readonly onCopied?: (text: string) => void;
  /** Receives the panel's messages; absent: there is no panel. */
  readonly onPush?: (patch: AppPatch) => void;
  /** Starts the ssh of this computer; otherwise there is none, since starting it in each world takes a fifth of the time. */
  readonly hasSsh?: boolean;
}

/** Returns the function that starts the real application; a second start finds the files and keychain of the first. */
export function applicationStarter(
  shared: ApplicationPorts,
): (own?: Partial<ApplicationPorts>) => Promise<Application> {
  const inMemory = memoryKeychain(shared.keychain ?? new Map());
  let ids = 0;
  function countedId(): string {
    ids += 1;
    // The first eight characters are the mark of an order.
    return `${String(ids).padStart(8, '0')}-0000-4000-8000-000000000000`;
  }
  return async (own = {}) => {
    const {
      folder,
      fetch = globalThis.fetch,
      clock = systemClock,
      ...ports
    } = { ...shared, ...own };
    const { log = silentLog, random = () => 0.5, onPush } = ports;
    const { onNotified = () => {}, onCopied = () => {}, program = 'app' } = ports;
    const { newId = countedId, hasSsh = false } = ports;
    const application = await createApplication({
      desktop: desktopWith(onNotified, onCopied),
      network: { fetch, clock, log, listMs: 60_000, bounds: { bodyBytes: MAX_BODY } },
      openKeychain: inMemory,
      folder,
      random,
      // No program of this computer is found.
      env: { PATH: folder },
      ssh: {
        ...(!hasSsh && { isProgram: () => false }),
        places: {
          folder: join(folder, 'ssh'),
          configFile: join(folder, 'ssh', 'config'),
          home: folder,
          // A real ssh looks for `~` there.
          accountHome: userInfo().homedir,
          platform: 'linux',
        },
      },
      environment: { platform: 'linux', version: '0', hasTray: true, isOnline: true, program },
      recentErrors: () => [],
      newId,
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
