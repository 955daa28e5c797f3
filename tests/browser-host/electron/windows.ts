import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { compileFunction } from 'node:vm';
import { z } from 'zod';
import type { Bounds, WindowState } from '../host-state.ts';
import type { Lifecycle } from './app.ts';
import type { HostIpcMain, Traffic } from './ipc-main.ts';
import { argument, emitter, preventableEvent, strict, strictClass } from './strict.ts';
import { createContents, type HostContents } from './web-contents.ts';

/** Reads a preload. @throws when Electron's sandbox would not run it */
function readPreload(path: string): string {
  if (!isAbsolute(path)) throw new Error(`preload script must have absolute path: ${path}`);
  const source = readFileSync(path, 'utf8');
  try {
    // The sandbox runs it as a function body, where `import` and `export` are syntax errors.
    compileFunction(source, ['require', 'module', 'exports']);
  } catch (cause) {
    throw new Error(`Unable to load preload script: ${path}: ${String(cause)}`, { cause });
  }
  return source;
}

const EVENTS = [
  'show',
  'hide',
  'focus',
  'blur',
  'close',
  'closed',
  'ready-to-show',
  'resize',
  'resized',
  'move',
  'moved',
  // Windows only, at the end of a session.
  'session-end',
  'query-session-end',
] as const;

const flag = z.boolean().optional();
const whole = z.int().optional();
/** Supported options. Those that would weaken Electron's isolation are refused. */
const optionsSchema = z.strictObject({
  width: whole,
  height: whole,
  x: whole,
  y: whole,
  minWidth: whole,
  minHeight: whole,
  maxWidth: whole,
  maxHeight: whole,
  show: flag,
  frame: flag,
  resizable: flag,
  movable: flag,
  minimizable: flag,
  maximizable: flag,
  fullscreenable: flag,
  closable: flag,
  skipTaskbar: flag,
  alwaysOnTop: flag,
  hasShadow: flag,
  roundedCorners: flag,
  transparent: z.literal(false).optional(),
  autoHideMenuBar: flag,
  useContentSize: flag,
  center: flag,
  title: z.string().optional(),
  icon: z.unknown().optional(),
  type: z.string().optional(),
  backgroundColor: z.string().optional(),
  titleBarStyle: z.string().optional(),
  webPreferences: z
    .strictObject({
      preload: z.string().optional(),
      sandbox: z.literal(true).optional(),
      contextIsolation: z.literal(true).optional(),
      nodeIntegration: z.literal(false).optional(),
      nodeIntegrationInSubFrames: z.literal(false).optional(),
      nodeIntegrationInWorker: z.literal(false).optional(),
      webviewTag: z.literal(false).optional(),
      webSecurity: z.literal(true).optional(),
      allowRunningInsecureContent: z.literal(false).optional(),
      experimentalFeatures: z.literal(false).optional(),
      navigateOnDragDrop: z.literal(false).optional(),
      safeDialogs: flag,
      spellcheck: flag,
      devTools: flag,
      enableWebSQL: flag,
      disableBlinkFeatures: z.string().optional(),
    })
    .optional(),
});

const boundsSchema = z.strictObject({ x: whole, y: whole, width: whole, height: whole });

export interface WindowDeps {
  readonly id: number;
  readonly contents: (url: () => string, onLoaded: () => void) => HostContents;
  /** The browser's address of one of the app's. */
  readonly address: (url: string) => string;
  readonly onDestroyed: () => void;
}

export interface HostWindow {
  readonly id: number;
  readonly proxy: object;
  readonly contents: HostContents;
  /** Its source; null: none. */
  readonly preload: string | null;
  /** Empty before the first load. */
  url(): string;
  isVisible(): boolean;
  state(): WindowState;
  focus(): void;
  blur(): void;
  /** False when a listener prevented it. */
  close(): boolean;
}

function createWindow(input: unknown, deps: WindowDeps): HostWindow {
  const options = argument('BrowserWindow', optionsSchema, input ?? {});
  const preloadPath = options.webPreferences?.preload;
  const preload = preloadPath === undefined ? null : readPreload(preloadPath);
  let bounds: Bounds = {
    x: options.x ?? 560,
    y: options.y ?? 240,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  let url = '';
  let isVisible = false;
  let isFocused = false;
  let isReady = false;
  let isDestroyed = false;
  let loading: PromiseWithResolvers<void> | null = null;
  const events = emitter('BrowserWindow', EVENTS, () => proxy);

  const contents = deps.contents(
    () => url,
    () => {
      loading?.resolve();
      loading = null;
      if (isReady) return;
      isReady = true;
      events.emit('ready-to-show', preventableEvent());
    },
  );
  const sendVisibility = () => {
    for (const page of contents.pages) page.send({ type: 'visible', isVisible });
  };
  const focus = () => {
    if (isFocused || !isVisible) return;
    isFocused = true;
    events.emit('focus', preventableEvent());
  };
  const blur = () => {
    if (!isFocused) return;
    isFocused = false;
    events.emit('blur', preventableEvent());
  };
  const show = () => {
    if (isVisible) return;
    isVisible = true;
    sendVisibility();
    events.emit('show', preventableEvent());
  };
  const hide = () => {
    if (!isVisible) return;
    isVisible = false;
    sendVisibility();
    blur();
    events.emit('hide', preventableEvent());
  };
  const destroy = () => {
    if (isDestroyed) return;
    isDestroyed = true;
    isVisible = false;
    contents.destroy();
    events.emit('closed', preventableEvent());
    deps.onDestroyed();
  };
  const close = () => {
    if (events.emitPreventable('close')) return false;
    destroy();
    return true;
  };
  const setBounds = (next: Partial<Bounds>) => {
    const before = bounds;
    bounds = { ...bounds, ...next };
    if (before.x !== bounds.x || before.y !== bounds.y) events.emit('move', preventableEvent());
    if (before.width !== bounds.width || before.height !== bounds.height) {
      events.emit('resize', preventableEvent());
    }
  };
  const alive = <Args extends unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      if (isDestroyed) throw new TypeError('Object has been destroyed');
      return call(...args);
    };
  };

  const proxy: object = strict('BrowserWindow', {
    ...events.methods,
    id: deps.id,
    webContents: contents.proxy,
    isDestroyed: () => isDestroyed,
    isVisible: alive(() => isVisible),
    isMinimized: alive(() => false),
    isMaximized: alive(() => false),
    setMinimumSize: alive((...size: readonly unknown[]) => {
      argument('BrowserWindow.setMinimumSize', z.tuple([z.int(), z.int()]), size);
    }),
    // Resolves when a browser has loaded the page.
    loadURL: alive((next: unknown) => {
      url = argument('BrowserWindow.loadURL', z.url(), next);
      loading ??= Promise.withResolvers<void>();
      for (const page of contents.pages) page.send({ type: 'load', address: deps.address(url) });
      return loading.promise;
    }),
    show: alive(() => {
      show();
      focus();
    }),
    hide: alive(hide),
    destroy,
    getBounds: alive(() => ({ ...bounds })),
    setBounds: alive((next: unknown) =>
      setBounds(
        Object.fromEntries(
          Object.entries(argument('BrowserWindow.setBounds', boundsSchema, next)).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ),
    ),
    getSize: alive(() => [bounds.width, bounds.height]),
    setVisibleOnAllWorkspaces: alive((isVisible: unknown) => {
      argument('BrowserWindow.setVisibleOnAllWorkspaces', z.boolean(), isVisible);
    }),
  });
  if (options.show ?? true) queueMicrotask(show);

  return {
    id: deps.id,
    proxy,
    contents,
    preload,
    url: () => url,
    isVisible: () => isVisible,
    state: () => ({
      id: deps.id,
      title: contents.title() || (options.title ?? ''),
      url,
      address: url === '' ? '' : deps.address(url),
      isVisible,
      isFocused,
      hasFrame: options.frame ?? true,
      isInTaskbar: !(options.skipTaskbar ?? false),
      isOnTop: options.alwaysOnTop ?? false,
      bounds,
      pages: contents.pages.size,
    }),
    focus,
    blur,
    close,
  };
}

export interface WindowsDeps {
  readonly lifecycle: Lifecycle;
  readonly ipcMain: HostIpcMain;
  readonly traffic: Traffic;
  readonly session: object;
  readonly address: (windowId: number, url: string) => string;
  readonly appUrl: (address: string) => string;
  readonly onContents: (contents: object) => void;
  readonly onAllClosed: () => void;
}

export interface HostWindows {
  readonly BrowserWindow: object;
  /** Oldest first, without destroyed ones. */
  open(): readonly HostWindow[];
  find(id: number): HostWindow | null;
  /** False when a listener prevented it. */
  closeAll(): boolean;
}

export function createWindows(deps: WindowsDeps): HostWindows {
  const windows = new Map<number, HostWindow>();
  let count = 0;
  let isClosingAll = false;
  const create = (input: unknown): object => {
    deps.lifecycle.demandReady('Cannot create BrowserWindow before app is ready');
    count += 1;
    const id = count;
    const window = createWindow(input, {
      id,
      contents: (url, onLoaded) =>
        createContents({
          id,
          url,
          onLoaded,
          ipcMain: deps.ipcMain,
          traffic: deps.traffic,
          session: deps.session,
          appUrl: deps.appUrl,
        }),
      address: (url) => deps.address(id, url),
      onDestroyed() {
        windows.delete(id);
        if (windows.size === 0 && !isClosingAll) deps.onAllClosed();
      },
    });
    windows.set(id, window);
    deps.onContents(window.contents.proxy);
    return window.proxy;
  };
  return {
    BrowserWindow: strictClass('BrowserWindow', create),
    open: () => [...windows.values()],
    find: (id) => windows.get(id) ?? null,
    closeAll() {
      isClosingAll = true;
      const areClosed = [...windows.values()].every((window) => window.close());
      isClosingAll = false;
      return areClosed;
    },
  };
}
