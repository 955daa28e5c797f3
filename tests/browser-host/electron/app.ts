import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoginItem } from '../host-state.ts';
import { argument, emitter, NotImplementedError, preventableEvent, strict } from './strict.ts';

/** Whether the app is ready, which decides which calls are allowed. */
export interface Lifecycle {
  isReady(): boolean;
  whenReady(): Promise<void>;
  becomeReady(): void;
  /** @throws Electron's error for a call before `ready` */
  demandReady(message: string): void;
  /** @throws Electron's error for a call after `ready` */
  demandNotReady(message: string): void;
}

export function createLifecycle(): Lifecycle {
  let isReady = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    isReady: () => isReady,
    whenReady: () => promise,
    becomeReady() {
      isReady = true;
      resolve();
    },
    demandReady(message) {
      if (!isReady) throw new Error(message);
    },
    demandNotReady(message) {
      if (isReady) throw new Error(message);
    },
  };
}

const EVENTS = [
  'ready',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'activate',
  'second-instance',
  'web-contents-created',
  // Never emitted: this host has no renderer process.
  'render-process-gone',
  'child-process-gone',
  // Never emitted: Node verifies certificates itself.
  'certificate-error',
  'select-client-certificate',
  'login',
] as const;

const packageSchema = z.object({
  main: z.string(),
  version: z.string(),
});
const loginItemSchema = z.strictObject({
  openAtLogin: z.boolean().default(false),
  openAsHidden: z.boolean().default(false),
  args: z.array(z.string()).default([]),
  path: z.string().optional(),
  name: z.string().optional(),
  enabled: z.boolean().optional(),
});
const text = z.string();

export interface AppOptions {
  /** The folder of the app's package.json. */
  readonly folder: string;
  readonly userData: string;
  readonly lifecycle: Lifecycle;
  /** Closes every window; false when a listener prevented it. */
  readonly closeWindows: () => boolean;
  /** Whether this is the only instance on its settings folder; otherwise notifies the other one. */
  readonly requestLock: () => boolean;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

export interface HostApp {
  readonly module: object;
  /** The absolute path of the bundle that `main` of package.json names. */
  readonly entry: string;
  emit(event: (typeof EVENTS)[number], ...args: unknown[]): void;
  hasListener(event: (typeof EVENTS)[number]): boolean;
  quit(): void;
  becomeReady(): void;
  loginItem(): LoginItem | null;
}

export function createApp({
  folder,
  userData,
  lifecycle,
  closeWindows,
  requestLock,
  exit,
}: AppOptions): HostApp {
  const manifest = packageSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  let loginItem: LoginItem | null = null;
  const paths = new Map([
    ['userData', userData],
    ['sessionData', userData],
    ['logs', join(userData, 'logs')],
    ['home', homedir()],
    ['appData', join(userData, '..')],
    ['temp', tmpdir()],
    ['exe', process.execPath],
  ]);
  const events = emitter('app', EVENTS, () => module);

  const leave = (code: number) => {
    events.emit('quit', preventableEvent(), code);
    exit(code);
  };
  const quit = () => {
    if (events.emitPreventable('before-quit')) return;
    if (!closeWindows()) return;
    if (events.emitPreventable('will-quit')) return;
    leave(0);
  };

  const module: object = strict('app', {
    ...events.methods,
    isPackaged: false,
    commandLine: strict('CommandLine', {
      // Chromium's switches have no effect here.
      getSwitchValue: () => '',
      hasSwitch: () => false,
      appendSwitch: () => {},
    }),
    whenReady: lifecycle.whenReady,
    isReady: lifecycle.isReady,
    getVersion: () => manifest.version,
    getPath(key: unknown) {
      const path = paths.get(String(key));
      if (path === undefined) throw new NotImplementedError(`app.getPath('${String(key)}')`);
      return path;
    },
    requestSingleInstanceLock: requestLock,
    setAppUserModelId(id: unknown) {
      argument('app.setAppUserModelId', text, id);
    },
    enableSandbox() {
      lifecycle.demandNotReady('app.enableSandbox() can only be called before app is ready');
    },
    setActivationPolicy(policy: unknown) {
      argument('app.setActivationPolicy', z.enum(['regular', 'accessory', 'prohibited']), policy);
    },
    setLoginItemSettings(settings: unknown) {
      loginItem = argument('app.setLoginItemSettings', loginItemSchema, settings);
    },
    quit,
    exit: (code: unknown = 0) => leave(argument('app.exit', z.int(), code)),
  });

  return {
    module,
    entry: join(folder, manifest.main),
    emit: (event, ...args) => events.emit(event, ...args),
    hasListener: (event) => events.count(event) > 0,
    quit,
    becomeReady() {
      lifecycle.becomeReady();
      events.emit('ready', preventableEvent(), {});
    },
    loginItem: () => loginItem,
  };
}
