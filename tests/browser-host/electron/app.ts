import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type LoginItem, loginItemSchema } from '../host-state.ts';
import type { Runtime } from './runtime.ts';
import {
  argument,
  NotImplementedError,
  preventableEvent,
  strict,
  strictEmitter,
} from './strict.ts';

const EVENTS = [
  ...(['ready', 'before-quit', 'will-quit', 'quit', 'window-all-closed'] as const),
  ...(['activate', 'second-instance', 'web-contents-created'] as const),
  ...(['render-process-gone', 'child-process-gone'] as const),
  // Never emitted: Node verifies certificates itself.
  ...(['certificate-error', 'select-client-certificate', 'login'] as const),
];
type AppEvent = (typeof EVENTS)[number];

const packageSchema = z.object({
  main: z.string(),
  version: z.string(),
  name: z.string(),
  productName: z.string().optional(),
});
const text = z.string();

/** Chromium's switches, which have no effect here. */
function createCommandLine(argv: readonly string[]): object {
  const switches = new Map<string, string>();
  for (const given of argv) {
    const [, name, value = ''] = /^--([^=]+)=?(.*)$/s.exec(given) ?? [];
    if (name !== undefined) switches.set(name, value);
  }
  return strict('CommandLine', {
    getSwitchValue: (name: unknown) => switches.get(String(name)) ?? '',
    hasSwitch: (name: unknown) => switches.has(String(name)),
  });
}

interface LoginItems {
  readonly methods: object;
  /** As last set. */
  current(): LoginItem | null;
  turnOff(): void;
}

/** The login item, which users can turn off behind the app's back in System Settings or Task Manager. */
function createLoginItems(runtime: Runtime): LoginItems {
  const isSupported = runtime.platform !== 'linux';
  const isWindows = runtime.platform === 'win32';
  let item: LoginItem | null = null;
  let isTurnedOff = false;
  return {
    methods: {
      setLoginItemSettings(settings: unknown) {
        const wanted = argument('app.setLoginItemSettings', loginItemSchema, settings);
        runtime.demandSuccess('app.setLoginItemSettings');
        item = wanted;
        // Windows: `enabled` is true unless it is given, which overrules Task Manager.
        if (isWindows && item.openAtLogin) isTurnedOff = item.enabled === false;
      },
      getLoginItemSettings() {
        const isSet = isSupported && item?.openAtLogin === true;
        return {
          openAtLogin: isSet && (isWindows || !isTurnedOff),
          wasOpenedAtLogin: false,
          ...(isWindows ? { executableWillLaunchAtLogin: isSet && !isTurnedOff } : {}),
          ...(runtime.platform === 'darwin'
            ? { status: isSet ? (isTurnedOff ? 'requires-approval' : 'enabled') : 'not-registered' }
            : {}),
        };
      },
    },
    current: () => item,
    turnOff() {
      isTurnedOff = true;
    },
  };
}

export interface AppOptions {
  /** The folder of the app's package.json. */
  readonly folder: string;
  readonly userData: string;
  /** With Chromium's switches. */
  readonly argv: readonly string[];
  readonly runtime: Runtime;
  readonly windows: {
    count(): number;
    /** Closes every window; false when a listener prevented one. */
    close(): boolean;
    destroy(): void;
  };
  /** Whether this is the only instance on its settings folder; otherwise notifies the other one. */
  readonly requestLock: () => boolean;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

export function createApp(options: AppOptions) {
  const { folder, userData, runtime, windows } = options;
  const manifest = packageSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const name = manifest.productName ?? manifest.name;
  const loginItems = createLoginItems(runtime);
  const paths = new Map([
    ['userData', userData],
    ['sessionData', userData],
    ['logs', join(userData, 'logs')],
    ['home', homedir()],
    ['appData', dirname(userData)],
    ['temp', tmpdir()],
    ['exe', process.execPath],
  ]);

  let state: 'running' | 'quitting' | 'exiting' | 'ended' = 'running';
  const end = (code: number) => {
    if (state === 'ended') return;
    state = 'ended';
    app.emit('quit', preventableEvent(), code);
    options.exit(code);
  };
  const endUnlessPrevented = () => {
    if (state === 'ended') return;
    if (app.emitPreventable('will-quit')) state = 'running';
    else end(0);
  };
  const quit = () => {
    if (state !== 'running') return;
    const isPrevented = app.emitPreventable('before-quit');
    // Until here the app is not quitting (`browser.cc` Quit), so a listener may have quit or exited.
    if (isPrevented || state !== 'running') return;
    state = 'quitting';
    if (windows.count() === 0) endUnlessPrevented();
    else if (!windows.close()) state = 'running';
  };
  let exitCode = 0;
  const exit = (code: number) => {
    // Without a message loop yet, Electron leaves at once.
    if (!runtime.isReady()) return options.exit(code);
    state = 'exiting';
    exitCode = code;
    if (windows.count() === 0) end(code);
    else windows.destroy();
  };

  const app = strictEmitter(runtime, 'app', EVENTS, {
    isPackaged: /\.asar$/.test(basename(folder)),
    commandLine: createCommandLine(options.argv),
    whenReady: runtime.whenReady,
    isReady: runtime.isReady,
    getVersion: () => manifest.version,
    getPath(key: unknown) {
      const path = paths.get(argument('app.getPath', text, key));
      if (path === undefined) throw new NotImplementedError(`app.getPath('${String(key)}')`);
      return path;
    },
    requestSingleInstanceLock: options.requestLock,
    setAppUserModelId(id: unknown) {
      argument('app.setAppUserModelId', text, id);
    },
    enableSandbox() {
      runtime.demandNotReady('app.enableSandbox() can only be called before app is ready');
    },
    ...(runtime.platform === 'darwin'
      ? {
          setActivationPolicy(policy: unknown) {
            const policies = ['regular', 'accessory', 'prohibited'] as const;
            argument('app.setActivationPolicy', z.enum(policies), policy);
          },
        }
      : {}),
    // Nothing opens an address here.
    getApplicationNameForProtocol(url: unknown) {
      argument('app.getApplicationNameForProtocol', text, url);
      return '';
    },
    ...loginItems.methods,
    quit,
    exit: (code: unknown = 0) => exit(argument('app.exit', z.int(), code)),
  });

  return {
    module: app.object,
    entry: join(folder, manifest.main),
    name: () => name,
    emit: (event: AppEvent, ...args: unknown[]) => app.emit(event, ...args),
    hasListener: (event: AppEvent) => app.count(event) > 0,
    quit,
    windowsClosed() {
      if (state === 'exiting') end(exitCode);
      else if (state === 'quitting') endUnlessPrevented();
      else if (app.count('window-all-closed') > 0) app.emit('window-all-closed');
      else quit();
    },
    becomeReady() {
      runtime.becomeReady();
      app.emit('ready', preventableEvent(), {});
    },
    loginItem: loginItems.current,
    turnOffLoginItem: loginItems.turnOff,
  };
}

export type HostApp = ReturnType<typeof createApp>;
